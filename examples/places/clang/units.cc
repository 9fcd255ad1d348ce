// Quantities with units; the compiler crashes on a concept that is specialised as if it were a type.
namespace units {

template <class T> struct is_number {
  static constexpr bool value = false;
};
template <> struct is_number<int> {
  static constexpr bool value = true;
};
template <> struct is_number<double> {
  static constexpr bool value = true;
};

template <class T> concept Number = is_number<T>::value;

enum class Dimension { length, mass, time };

template <typename Kind, Kind> constexpr bool known = false;
template <> constexpr bool known<Dimension, Dimension::length> = true;
template <> constexpr bool known<Dimension, Dimension::mass> = true;

template <typename Kind, Kind K> concept Measured = known<Kind, K>;

template <Number T, Dimension D> class Quantity {
public:
  constexpr explicit Quantity(T value) : value_(value) {}
  constexpr T value() const { return value_; }
  constexpr Quantity operator+(Quantity other) const { return Quantity(value_ + other.value_); }
  constexpr Quantity operator-(Quantity other) const { return Quantity(value_ - other.value_); }
  template <Number S> constexpr Quantity scaled(S by) const { return Quantity(value_ * by); }

private:
  T value_;
};

using Metres = Quantity<double, Dimension::length>;
using Grams = Quantity<int, Dimension::mass>;

constexpr Metres operator""_m(long double value) { return Metres(static_cast<double>(value)); }

template <class... Q> constexpr auto total(Q... quantities) {
  return (quantities + ...);
}

// A duration is measured, too.
template <> struct Measured<Dimension, Dimension::time> {
  static constexpr bool value = true;
};

} // namespace units

using namespace units;

int main() {
  auto way = total(1.5_m, 2.0_m, 0.5_m);
  return way.scaled(2).value() > 7 ? 0 : 1;
}
