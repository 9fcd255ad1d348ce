#include "record.h"
#include "text.h"

int record_fill(struct record *record, const char *name, const char *amount) {
    if (!text_copy(record->name, name, NAME_SIZE)) {
        return 0;
    }
    return text_number(amount, &record->amount);
}

int record_compare(const struct record *one, const struct record *other) {
    if (one->amount != other->amount) {
        return one->amount < other->amount ? -1 : 1;
    }
    return text_compare(one->name, other->name);
}
