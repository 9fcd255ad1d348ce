#include <stdio.h>

/* Kahan's compensated summation: `lost` is what the last addition rounded away. */
static float sum(const float *terms, int n)
{
    float total = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        float term = terms[i] - lost;
        float next = total + term;
        lost = (next - total) - term;
        total = next;
    }
    return total;
}

int main(void)
{
    enum { N = 100000 };
    static float terms[N];
    for (int i = 0; i < N; i++)
        terms[i] = 0.1f;
    printf("%.1f\n", sum(terms, N));
    return 0;
}
