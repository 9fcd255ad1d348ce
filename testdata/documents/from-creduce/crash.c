#include <stddef.h>

struct range { size_t begin, end; };

static size_t length(const struct range *range) {
    return range->end - range->begin;
}

int overlap(const struct range *one, const struct range *other) {
    size_t spare = length(one);
    size_t first = one->begin > other->begin ? one->begin : other->begin;
    size_t last = one->end < other->end ? one->end : other->end;
    return first < last;
}
