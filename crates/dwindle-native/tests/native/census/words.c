/* Counts words in a text with a hash table, and prints them in order. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 16 };

struct word {
    char *text;
    unsigned count;
    struct word *next;
};

static struct word *buckets[BUCKETS];
static size_t words;

static unsigned hash(const char *text) {
    unsigned value = 5381;
    while (*text)
        value = value * 33 + (unsigned char)*text++;
    return value % BUCKETS;
}

static struct word *find(const char *text) {
    for (struct word *word = buckets[hash(text)]; word; word = word->next) {
        if (strcmp(word->text, text) == 0)
            return word;
    }
    return NULL;
}

static void count(const char *text) {
    struct word *word = find(text);
    if (word) {
        word->count++;
        return;
    }
    word = malloc(sizeof *word);
    if (!word) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    unsigned at = hash(text);
    *word = (struct word){
        .text = strdup(text),
        .count = 1,
        .next = buckets[at],
    };
    buckets[at] = word;
    words++;
}

static int by_count(const void *a, const void *b) {
    const struct word *one = *(struct word *const *)a;
    const struct word *other = *(struct word *const *)b;
    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return strcmp(one->text,
                  other->text);
}

static int total(int first, ...) {
    va_list more;
    int sum = 0;
    va_start(more, first);
    for (int next = first; next >= 0; next = va_arg(more, int))
        sum += next;
    va_end(more);
    return sum;
}

static void release(struct word **all) {
    for (size_t i = 0; i < words; i++) {
        free(all[i]->text);
        free(all[i]);
    }
    free(all);
}

int main(void) {
    const char *text = "the cat and the dog and The bird, too";
    char letters[32];
    size_t length = 0;
    for (const char *at = text;; at++) {
        if (isalpha((unsigned char)*at)) {
            letters[length++] = (char)tolower((unsigned char)*at);
            continue;
        }
        if (length > 0) {
            letters[length] = 0;
            count(letters);
            length = 0;
        }
        if (*at == 0)
            break;
    }
    struct word **all = malloc(words * sizeof *all);
    size_t filled = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *word = buckets[i]; word != NULL; word = word->next)
            all[filled++] = word;
    qsort(all, words, sizeof *all, by_count);
    for (size_t i = 0; i < words; i++)
        printf("%u %s\n",
               all[i]->count,
               all[i]->text);
    release(all);
    return total(1, 2, 3, -1) == 6 && words == 6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
