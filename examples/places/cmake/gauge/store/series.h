#pragma once
#include <vector>
namespace store {
struct Series { std::vector<double> values; };
Series read(const char *path);
}
