#include "heap.h"

#include <assert.h>

static int before(struct heap *heap, int one, int other) {
    struct record *first = table_at(heap->table, heap->order[one]);
    struct record *second = table_at(heap->table, heap->order[other]);
    return record_compare(first, second) < 0;
}

static void exchange(struct heap *heap, int one, int other) {
    int place = heap->order[one];
    heap->order[one] = heap->order[other];
    heap->order[other] = place;
}

void heap_begin(struct heap *heap, struct table *table) {
    heap->table = table;
    heap->used = 0;
}

void heap_push(struct heap *heap, int place) {
    int at = heap->used++;
    heap->order[at] = place;
    while (at > 0 && before(heap, at, (at - 1) / 2)) {
        exchange(heap, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

int heap_pop(struct heap *heap) {
    assert(heap->used > 0);
    int top = heap->order[0];
    int at = 0;
    heap->order[0] = heap->order[--heap->used];
    for (;;) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2; child++) {
            if (child < heap->used && before(heap, child, least)) {
                least = child;
            }
        }
        if (least == at) {
            return top;
        }
        exchange(heap, at, least);
        at = least;
    }
}
