#ifndef HEAP_H
#define HEAP_H

#include "table.h"

/* The records of a table by amount, the smallest on top. */
struct heap {
    struct table *table;
    int order[64];
    int used;
};

void heap_begin(struct heap *heap, struct table *table);
void heap_push(struct heap *heap, int place);
int heap_pop(struct heap *heap);

#endif
