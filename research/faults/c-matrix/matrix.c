/* The inverse of a matrix by Gauss and Jordan, checked by a product. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#define SIZE 3

static void swap_rows(double m[SIZE][2 * SIZE], int a, int b)
{
    for (int column = 0; column < 2 * SIZE; column++) {
        double kept = m[a][column];
        m[a][column] = m[b][column];
        m[b][column] = kept;
    }
}

static int invert(double from[SIZE][SIZE], double to[SIZE][SIZE])
{
    double m[SIZE][2 * SIZE];
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            m[row][column] = from[row][column];
            m[row][SIZE + column] = row == column ? 1.0 : 0.0;
        }
    }
    for (int pivot = 0; pivot < SIZE; pivot++) {
        int best = pivot;
        for (int row = pivot + 1; row < SIZE; row++) {
            if (fabs(m[row][pivot]) > fabs(m[best][pivot]))
                best = row;
        }
        if (fabs(m[best][pivot]) < 1e-12)
            return 0;
        if (best != pivot)
            swap_rows(m, best, pivot);
        double scale = m[pivot][pivot];
        for (int column = 0; column < 2 * SIZE; column++)
            m[pivot][column] /= scale;
        for (int row = pivot + 1; row < SIZE; row++) {
            if (row == pivot)
                continue;
            double factor = m[row][pivot];
            for (int column = 0; column < 2 * SIZE; column++)
                m[row][column] -= factor * m[pivot][column];
        }
    }
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            to[row][column] = m[row][SIZE + column];
    return 1;
}

static double product(double a[SIZE][SIZE], double b[SIZE][SIZE], int row, int column)
{
    double sum = 0;
    for (int at = 0; at < SIZE; at++)
        sum += a[row][at] * b[at][column];
    return sum;
}

int main(void)
{
    double from[SIZE][SIZE] = {{2, 1, 1}, {1, 3, 2}, {1, 0, 0}};
    double inverse[SIZE][SIZE];
    int found = invert(from, inverse);
    assert(found);
    for (int row = 0; row < SIZE; row++) {
        double on = product(from, inverse, row, row);
        printf("row %d: %.3f\n", row, on);
        assert(fabs(on - 1.0) < 1e-9);
    }
    return 0;
}
