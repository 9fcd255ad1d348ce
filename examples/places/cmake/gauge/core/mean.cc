#include "core/mean.h"
#include "core/window.h"
namespace core {
double mean(const std::vector<double> &values) {
  double sum = 0;
  for (double value : values) sum += clamped(value);
  return values.empty() ? 0 : sum / values.size();
}
}
