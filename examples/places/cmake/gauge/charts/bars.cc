#include "charts/bars.h"
namespace charts {
std::vector<std::string> bars(const std::vector<double> &values) {
  std::vector<std::string> all;
  for (double value : values) all.push_back(std::string(static_cast<int>(value), '#'));
  return all;
}
}
