#include "words.h"
namespace app {
const char *path(int argc, char **argv) { return argc > 1 ? argv[1] : "series.txt"; }
}
