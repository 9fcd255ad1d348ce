#include "store/lines.h"
#include <fstream>
namespace store {
std::vector<std::string> lines(const char *path) {
  std::vector<std::string> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) all.push_back(line);
  return all;
}
}
