#include <stdio.h>

int main(void) {
    int a, b, sum, mul;
    sum = 0;
    mul = 1;
    scanf("%d", &a);
    scanf("%d", &b);
    while (a <= b) {
        sum = sum + a;
        mul = mul * a;
        a = a + 1;
    continue; }
    printf("sum = %d\n", sum);
    printf("mul = %d\n", mul);
    return 0;
}
