# frozen_string_literal: true
require 'set'
require_relative "inner"

module Depot
  LIMIT = 10

  class Shelf < Base
    include Comparable
    attr_reader :items, :limit

    def initialize(items = [], *rest, limit: LIMIT, **options, &block)
      super()
      @items, @limit = items, limit
      @@count ||= 0
    end

    def self.open(path) = new(path)

    def total(scale = 1.5)
      result = 0
      @items.each_with_index do |item, i|
        next if item.nil? || i > 100
        result += item.size ** 2
      end
      result -= 1 while result > 50
      until result < 3 do result /= 2 end
      for x in 1..3 do puts x end
      result.positive? ? result : -1
    end

    private

    def check(value)
      if value < 0
        raise ArgumentError, "bad #{value + 1}"
      elsif value == 3
        yield value, :a
      else
        return [value, nil]
      end
      unless value then puts 'none' end
      case value
      when 1, 2 then puts "small"
      when Integer
        puts "int"
      else
        puts %w[a b]
      end
    rescue TypeError, KeyError => e
      puts e.message
    ensure
      @done = true
    end
  end
end

table = { a: 1, 'b' => [2, 3], "c": nil }
names = table.map { |k, v| k.to_s }.select(&:empty?)
double = ->(x) { x * 2 }
begin
  puts double.(2), table[:a]&.size, !names, (1 <=> 2)
end
puts <<~TEXT
  text #{names.first}
TEXT
