#include "report.h"

#include <stdio.h>

#include "stats.h"

static void report_record(const struct record *record) {
    printf("%-10s %6ld\n", record->name, record->amount);
}

void report_table(struct table *table) {
    for (int i = 0; i < table->count; i++) {
        report_record(table_at(table, i));
    }
}

void report_places(struct table *table, const int *places, int count) {
    for (int i = 0; i < count; i++) {
        report_record(table_at(table, places[i]));
    }
}

void report_sums(struct table *table) {
    struct stats stats = stats_of(table);
    printf("%-10s %6ld\n", "sum", stats.sum);
    printf("%-10s %6ld\n", "smallest", stats.smallest);
    printf("%-10s %6ld\n", "largest", stats.largest);
}
