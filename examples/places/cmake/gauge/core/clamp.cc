#include "core/clamp.h"
namespace core {
double clamp(double value, double low, double high) { return value < low ? low : value > high ? high : value; }
}
