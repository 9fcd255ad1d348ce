#include "core/mean.h"
#include "store/series.h"
#include "words.h"
#ifdef WITH_CHARTS
#include "charts/bars.h"
#endif
#include <cstdio>
int main(int argc, char **argv) {
  store::Series series = store::read(app::path(argc, argv));
  std::printf("%.2f\n", core::mean(series.values));
#ifdef WITH_CHARTS
  for (const auto &line : charts::bars(series.values)) std::puts(line.c_str());
#endif
}
