/* A cache that two threads use. `drop` is called without the lock in one place. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 4000
#define ENTRIES 8
#define SPACE 2000

struct entry {
    char *text;
    long uses;
};

static struct entry cache[ENTRIES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits, misses;

static char *copied(const char *text) {
    char *copy = malloc(SPACE);
    if (copy)
        strcpy(copy, text);
    return copy;
}

static void fill(int at, int round) {
    char text[64];
    snprintf(text, sizeof text, "entry %d of round %d", at, round);
    if (!cache[at].text) {
        cache[at].text = copied(text);
        cache[at].uses = 0;
        misses++;
    } else {
        cache[at].uses++;
        hits++;
    }
}

static void drop(int at) {
    char *text = cache[at].text;
    if (text) {
        size_t length = 0;
        for (int i = 0; text[i]; i++)
            length += text[i] != ' ';
        if (length > 3)
            free(text);
        cache[at].text = 0;
    }
}

static void *writer(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        for (int at = 0; at < ENTRIES; at++) {
            pthread_mutex_lock(&lock);
            fill(at, round);
            pthread_mutex_unlock(&lock);
        }
        for (int at = 0; at < ENTRIES; at++) {
            pthread_mutex_lock(&lock);
            drop(at);
            pthread_mutex_unlock(&lock);
        }
    }
    return unused;
}

static void *cleaner(void *unused) {
    for (int round = 0; round < ROUNDS; round++)
        for (int at = ENTRIES - 1; at >= 0; at--)
            if (cache[at].text)
                drop(at);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, cleaner, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    for (int at = 0; at < ENTRIES; at++)
        drop(at);
    printf("%ld hits, %ld misses\n", hits, misses);
    return 0;
}
