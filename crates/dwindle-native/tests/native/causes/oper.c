#include <stdio.h>
/* counts marks of at least 50: the operator is wrong */
static int passed(const int *marks, int n, int limit) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (marks[i] > limit) /* FAULT */
            count++;
    }
    return count;
}
static double mean(const int *marks, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += marks[i];
    return sum / n;
}
int main(void) {
    int marks[] = {50, 71, 33, 50, 92, 48};
    int n = sizeof marks / sizeof *marks;
    double average = mean(marks, n);
    int count = passed(marks, n, 50);
    printf("mean = %.2f\n", average);
    printf("passed = %d\n", count);
    return 0;
}
