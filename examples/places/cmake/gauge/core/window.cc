#include "core/window.h"
#include "core/clamp.h"
namespace core {
double clamped(double value) {
  Window<double> window{0, 100, {}};
  return clamp(value, window.first, window.last);
}
}
