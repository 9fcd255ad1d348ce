#include "text.h"

int text_copy(char *to, const char *from, int room) {
    for (int i = 0; i < room; i++) {
        to[i] = from[i];
        if (!from[i]) {
            return 1;
        }
    }
    return 0;
}

int text_compare(const char *one, const char *other) {
    while (*one && *one == *other) {
        one++;
        other++;
    }
    return (unsigned char)*one - (unsigned char)*other;
}

int text_number(const char *text, long *number) {
    long value = 0;
    int sign = 1;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    if (!*text) {
        return 0;
    }
    for (; *text; text++) {
        if (*text < '0' || *text > '9') {
            return 0;
        }
        value = 10 * value + (*text - '0');
    }
    *number = sign * value;
    return 1;
}
