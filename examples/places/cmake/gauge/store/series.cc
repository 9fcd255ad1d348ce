#include "store/series.h"
#include "store/lines.h"
#include <cstdlib>
namespace store {
Series read(const char *path) {
  Series series;
  for (const auto &line : lines(path)) series.values.push_back(std::atof(line.c_str()));
  return series;
}
}
