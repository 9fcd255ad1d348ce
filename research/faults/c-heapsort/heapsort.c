/* Sorts numbers by a heap, and shows the median. */
#include <stdio.h>
#include <stdlib.h>

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_down(int *heap, int at, int count)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 2 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[at] >= heap[child])
            return;
        swap(&heap[at], &heap[child]);
        at = child;
    }
}

static void heap_sort(int *numbers, int count)
{
    for (int at = count / 2 - 1; at >= 0; at--)
        sift_down(numbers, at, count);
    for (int end = count - 1; end > 0; end--) {
        swap(&numbers[0], &numbers[end]);
        sift_down(numbers, 0, end);
    }
}

static double median(const int *numbers, int count)
{
    if (count % 2 == 1)
        return numbers[count / 2];
    return (numbers[count / 2 - 1] + numbers[count / 2]) / 2.0;
}

int main(int argc, char **argv)
{
    int numbers[32];
    int count = 0;
    for (int at = 1; at < argc && count < 32; at++)
        numbers[count++] = atoi(argv[at]);
    heap_sort(numbers, count);
    printf("sorted:");
    for (int at = 0; at < count; at++)
        printf(" %d", numbers[at]);
    printf("\nmedian: %.1f\n", median(numbers, count));
    return 0;
}
