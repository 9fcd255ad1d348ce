#include "table.h"

#include <stdlib.h>

void table_begin(struct table *table) {
    table->records = 0;
    table->count = 0;
    table->room = 0;
}

struct record *table_add(struct table *table) {
    if (table->count == table->room) {
        table->room = table->room ? 2 * table->room : 4;
        table->records = realloc(table->records, table->room * sizeof *table->records);
        if (!table->records) {
            abort();
        }
    }
    return &table->records[table->count++];
}

struct record *table_at(struct table *table, int place) {
    return &table->records[place];
}

void table_end(struct table *table) {
    free(table->records);
    table_begin(table);
}
