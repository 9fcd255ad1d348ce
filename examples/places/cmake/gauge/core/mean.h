#pragma once
#include <vector>
namespace core { double mean(const std::vector<double> &values); }
