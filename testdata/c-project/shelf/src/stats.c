#include "stats.h"

struct stats stats_of(struct table *table) {
    struct stats stats = {0, 0, 0};
    for (int i = 0; i < table->count; i++) {
        long amount = table_at(table, i)->amount;
        stats.sum += amount;
        if (i == 0 || amount < stats.smallest) {
            stats.smallest = amount;
        }
        if (i == 0 || amount > stats.largest) {
            stats.largest = amount;
        }
    }
    return stats;
}
