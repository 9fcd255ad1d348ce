/* A table of names that is ordered by where they lie in memory, which the kernel draws anew for each run. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 20
#define NAMES 12

struct name {
    struct name *next;
    char *text;
    struct name *alias;
    int is_released;
};

static struct name *table[BUCKETS];
static int released;

static unsigned bucket(const void *address) {
    return ((uintptr_t)address >> 12) % BUCKETS;
}

static struct name *add(const char *text, struct name *alias) {
    struct name *made = calloc(1, sizeof *made);
    made->alias = alias;
    if (alias) {
        made->text = alias->text;
    } else {
        made->text = malloc(strlen(text) + 1);
        strcpy(made->text, text);
    }
    unsigned at = bucket(made);
    made->next = table[at];
    table[at] = made;
    return made;
}

static int length(void) {
    int sum = 0;
    for (int at = 0; at < BUCKETS; at++)
        for (struct name *it = table[at]; it; it = it->next)
            sum += strlen(it->text);
    return sum;
}

static void release(struct name *it) {
    if (it->is_released)
        return;
    it->is_released = 1;
    released++;
    if (!it->alias)
        free(it->text);
}

static void sweep(unsigned from, unsigned to) {
    for (unsigned at = from; at < to; at++)
        for (struct name *it = table[at]; it; it = it->next) {
            if (it->alias && at < 3)
                it->alias = 0;
            release(it);
        }
}

int main(void) {
    struct name *first = 0, *last = 0;
    char text[32];
    for (int i = 0; i < NAMES; i++) {
        snprintf(text, sizeof text, "name %d", i);
        struct name *made = add(text, i % 5 == 4 ? last : 0);
        if (!first)
            first = made;
        last = made;
    }
    printf("%d bytes in %s and others\n", length(), first->text);
    sweep(BUCKETS / 2, BUCKETS);
    sweep(0, BUCKETS / 2);
    printf("%d released\n", released);
    return 0;
}
