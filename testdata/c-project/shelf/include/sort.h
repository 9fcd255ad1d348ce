#ifndef SORT_H
#define SORT_H

#include "table.h"

void sort_by_name(struct table *table);
int sort_by_amount(struct table *table, int *places);

#endif
