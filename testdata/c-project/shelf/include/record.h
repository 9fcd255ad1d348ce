#ifndef RECORD_H
#define RECORD_H

enum { NAME_SIZE = 24 };

struct record {
    char name[NAME_SIZE];
    long amount;
};

int record_fill(struct record *record, const char *name, const char *amount);
int record_compare(const struct record *one, const struct record *other);

#endif
