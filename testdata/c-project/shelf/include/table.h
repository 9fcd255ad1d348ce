#ifndef TABLE_H
#define TABLE_H

#include "record.h"

struct table {
    struct record *records;
    int count;
    int room;
};

void table_begin(struct table *table);
struct record *table_add(struct table *table);
struct record *table_at(struct table *table, int place);
void table_end(struct table *table);

#endif
