#ifndef STATS_H
#define STATS_H

#include "table.h"

struct stats {
    long sum;
    long smallest;
    long largest;
};

struct stats stats_of(struct table *table);

#endif
