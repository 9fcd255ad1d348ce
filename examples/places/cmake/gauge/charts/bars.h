#pragma once
#include <string>
#include <vector>
namespace charts { std::vector<std::string> bars(const std::vector<double> &values); }
