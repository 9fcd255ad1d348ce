#include <stdio.h>
#include <stdlib.h>
static int sum_of(const int *values, int n) {
    int sum = 0;
    for (int i = 1; i < n; i++) /* FAULT: starts at 1 */
        sum += values[i];
    return sum;
}
int main(void) {
    int values[] = {3, 1, 4, 1, 5};
    int sum = sum_of(values, 5);
    int product = 1;
    for (int i = 0; i < 5; i++)
        product *= values[i];
    printf("product %d\n", product);
    if (sum != 14)
        return 1;
    return 0;
}
