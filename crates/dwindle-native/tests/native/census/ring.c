/* A ring of bytes with run lengths, bits and checksums. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CAPACITY 8u
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef struct ring {
    uint8_t bytes[CAPACITY];
    uint32_t head, tail;
    bool closed;
} ring_t;

typedef union {
    uint32_t word;
    struct {
        uint8_t low : 4;
        uint8_t high : 4;
    } bits;
} flags_t;

typedef int (*step_t)(int);

static bool put(ring_t *ring, uint8_t byte) {
    if (ring->closed || ring->head - ring->tail == CAPACITY)
        return false;
    ring->bytes[ring->head++ % CAPACITY] = byte;
    return true;
}

static bool get(ring_t *ring, uint8_t *byte) {
    if (ring->head == ring->tail)
        return false;
    *byte = ring->bytes[ring->tail++ % CAPACITY];
    return true;
}

static uint32_t
checksum(const uint8_t *bytes, size_t length)
{
    uint32_t a = 1, b = 0;
    size_t i = 0;
    while (i < length)
    {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
        ++i;
    }
    return b << 16 | a;
}

static int twice(int n) { return n * 2; }
static int negated(int n) {
    if (n > 0) return -n;
    return n;
}

static int apply(step_t const *steps, int value) {
    for (; *steps; steps++)
        value = (*steps)(value);
    return value;
}

static char kind(uint8_t byte) {
    char found = '?';
    switch (byte & 3) {
    case 0: found = 'a'; break;
    case 1: found = 'b';
    /* falls through */
    case 2:
        found++;
        break;
    default:
        break;
    }
    return found;
}

static uint64_t bits(uint64_t value) {
    uint64_t count = 0;
    for (; value; value &= value - 1) count++;
    return count;
}

int main(void) {
    ring_t ring = {0};
    const char *text = "abcabcabcabc";
    size_t taken = 0, length = strlen(text);
    uint8_t out[16];
    uint8_t byte;
    size_t n = 0;
    while (taken < length) {
        while (taken < length && put(&ring, (uint8_t)text[taken]))
            taken++;
        for (int i = 0; i < 5 && get(&ring, &byte); i++)
            out[n++] = byte;
    }
    ring.closed = true;
    while (get(&ring, &byte))
        out[n++] = byte;
    assert(n == length);
    assert(!put(&ring, 0));
    flags_t flags = {.word = 0};
    flags.bits.low = 5;
    flags.bits.high = (uint8_t)MIN(n, 9);
    const step_t steps[] = {twice, negated, twice, 0};
    printf("%08x %x %d %c%c%c%c %d\n",
           (unsigned)checksum(out, n),
           (unsigned)flags.word,
           apply(steps, 3),
           kind(0), kind(1), kind(2), kind(3),
           (int)bits(0xf0f0));
    return 0;
}
