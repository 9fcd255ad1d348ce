#include <stdio.h>
static int find(const int *sorted, int n, int wanted) {
    int low = 0;
    int high = n - 1;
    while (low < high) { /* FAULT: <= */
        int middle = (low + high) / 2;
        if (sorted[middle] == wanted)
            return middle;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
int main(void) {
    int sorted[] = {1, 4, 9, 16, 25, 36, 49};
    int missing = 0;
    for (int i = 0; i < 7; i++) {
        int place = find(sorted, 7, sorted[i]);
        if (place < 0)
            missing++;
    }
    printf("missing: %d\n", missing);
    return missing > 0;
}
