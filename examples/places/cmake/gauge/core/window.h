#pragma once
namespace core {
double clamped(double value);
template <class T> using later = decltype([](T) -> void {});
template <class T, class F = later<T>> struct Window { T first, last; F on_change; };
}
