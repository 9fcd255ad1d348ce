# A depot.
module Depot

using LinearAlgebra
import Base: show

const limit = 10

abstract type Kind end

struct Item <: Kind
    size::Int
    name::String
end

mutable struct Shelf{T}
    items::Vector{T}
end

double(x) = x * 2

function total(items, scale=1.5; start::Int=0)
    result = start
    for (i, item) in enumerate(items)
        if item > 100 || i == 3
            continue
        elseif !isnothing(item)
            result += item^2
        else
            break
        end
    end
    while result > 50
        result -= 1
    end
    try
        error("bad $result")
    catch e
        println(e)
    finally
        result = 0
    end
    names = [x * 2 for x in 1:3 if isodd(x)]
    return result == 1 ? names[1] : -scale
end

let x = Dict(:a => 1, "b" => 2)
    map(y -> y + 1, values(x))
end

end
