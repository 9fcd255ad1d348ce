#include <stdio.h>

double sum(double z[], int n)
{
    double s = 0;

    while (n-- > 0)
        s += z[n];
    return s;
}

double mult(double z[][90], double w, int n)
{
    int i, j;

    /* Scale all cells, one column after the other. */
    for (j = 0; j < n; j++) {
        for (i = 0; i < 90; i++) {
            z[i][j] = z[i][j] * (w + 1.0);
        }
    }
    return sum(z[0], 90);
}

void fill(double z[], int n)
{
    int i;

    for (i = 0; i < n; i++)
        z[i] = (i % 7) / 2.0;
}

double cells[90][90];

int main(int argc, char *argv[])
{
    double total;

    if (argc > 2)
        printf("%s takes one argument at most\n", argv[0]);
    fill(cells[0], 90 * 90);
    total = mult(cells, argc, 90);
    printf("The total of all cells: %g\n", total);
    return 0;
}
