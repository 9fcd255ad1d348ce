#pragma once
#include <string>
#include <vector>
namespace store { std::vector<std::string> lines(const char *path); }
