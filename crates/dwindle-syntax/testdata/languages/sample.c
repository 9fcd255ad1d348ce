#include <stdio.h>
#include "depot.h"
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#ifdef LIMIT
typedef unsigned long size;
#else
typedef int size;
#endif

/* A thing that is kept. */
struct item {
    int id, *next;
    char name[LIMIT];
    unsigned flags : 3;
    union { int i; float f; } value;
};

enum kind { SMALL, LARGE = 4, HUGE };

static const int table[3] = { 1, 2, 3 };
static struct item first = { .id = 1, .name = "a" };
extern int count(const struct item *items, size n);
int (*handler)(int, char) = 0;

static inline int sum(const int *values, int n, ...)
{
    int total = 0, i;
    for (i = 0; i < n; i++) {
        if (values[i] < 0)
            continue;
        else if (values[i] > 100)
            break;
        total += values[i] * 2 - 1;
    }
    while (total > 50) total /= 2;
    do { total--; } while (total > 9 && total != 3);
    return total;
}

int main(int argc, char **argv)
{
    struct item *p = &first, q;
    enum kind k = argc > 1 ? LARGE : SMALL;
    switch (k) {
    case SMALL:
        printf("small %d\n", sum(table, 3));
        break;
    case LARGE:
    default:
        goto out;
    }
    q.value.f = (float) p->id + 0x1fUL + 'c' + sizeof(int) + -1.5e3;
    q.id = ~q.id ^ (q.id << 2) | !k;
    p = (struct item *) 0, ++q.id;
    ;
out:
    return (int) MAX(q.id, 1);
}
