#ifndef REPORT_H
#define REPORT_H

#include "table.h"

void report_table(struct table *table);
void report_places(struct table *table, const int *places, int count);
void report_sums(struct table *table);

#endif
