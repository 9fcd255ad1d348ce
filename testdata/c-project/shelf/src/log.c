#include "log.h"

#include <stdio.h>

static enum level shown = NORMAL;

void log_level(enum level level) {
    shown = level;
}

void log_line(enum level level, const char *line) {
    if (level <= shown) {
        fprintf(stderr, "shelf: %s\n", line);
    }
}
