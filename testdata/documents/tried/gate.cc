#include "gate.h"

struct Gate {
    int open = 0;
    bool is(int way) { return open == way; }
};

int main() {
    Gate gate;
    for (int way = 0; way < 4; ++way) {
        if (gate.is(way) && way == 2) {
            return 41;
        }
    }
    return 0;
}
