#ifndef OPTIONS_H
#define OPTIONS_H

#include "log.h"

struct options {
    enum level level;
    int sums;
    int first;
};

int options_read(struct options *options, int count, char **words);

#endif
