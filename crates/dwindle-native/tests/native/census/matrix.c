/* Solves linear equations, and fits a line through points. */
#include <math.h>
#include <stdio.h>

#define SIZE 3

struct line {
    double slope;
    double offset;
};

typedef struct {
    float real, imaginary;
} complex_number;

static const double points[][2] = {
    {0.0, 1.0},
    {1.0, 3.1},
    {2.0, 4.9},
    {3.0, 7.2},
};

static double determinant(double m[SIZE][SIZE]) {
    double result = 1;
    for (int column = 0; column < SIZE; column++) {
        int pivot = column;
        for (int row = column + 1; row < SIZE; row++)
            if (fabs(m[row][column]) > fabs(m[pivot][column]))
                pivot = row;
        if (m[pivot][column] == 0)
            return 0;
        if (pivot != column) {
            for (int k = 0; k < SIZE; k++) {
                double held = m[pivot][k];
                m[pivot][k] = m[column][k];
                m[column][k] = held;
            }
            result = -result;
        }
        result *= m[column][column];
        for (int row = column + 1; row < SIZE; row++) {
            double factor = m[row][column] / m[column][column];
            for (int k = column; k < SIZE; k++)
                m[row][k] -= factor * m[column][k];
        }
    }
    return result;
}

static float half(float value) {
    return value / 2;
}

static struct line fit(const double values[][2], int count) {
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (int i = 0; i < count; i++) {
        sum_x += values[i][0];
        sum_y += values[i][1];
        sum_xx += values[i][0] * values[i][0];
        sum_xy += values[i][0] * values[i][1];
    }
    struct line line;
    line.slope = (count * sum_xy - sum_x * sum_y)
               / (count * sum_xx - sum_x * sum_x);
    line.offset = (sum_y - line.slope * sum_x) / count;
    return line;
}

static complex_number times(complex_number a, complex_number b) {
    complex_number c = {
        a.real * b.real - a.imaginary * b.imaginary,
        a.real * b.imaginary + a.imaginary * b.real,
    };
    return c;
}

static long double precise(int n) {
    return n <= 1
        ? 1.0L
        : n * precise(n - 1);
}

static _Bool close_to(double a, double b) { return fabs(a - b) < 1e-6; }

int main(void) {
    double m[SIZE][SIZE] = {{2, 1, 0}, {4, 2, 5}, {0, 3, 1}};
    double singular[SIZE][SIZE] = {{1, 2, 3}, {0, 0, 0}, {4, 5, 6}};
    printf("%g %g\n", determinant(m), determinant(singular));
    struct line line = fit(points, sizeof points / sizeof *points);
    printf("%.3f %.3f\n", line.slope,
           line.offset);
    complex_number i = {0, 1};
    i = times(i, i);
    printf("%g%+gi %g\n", i.real, i.imaginary, half(3));
    printf("%Lg %d\n", precise(5), close_to(0.1 + 0.2, 0.3));
    return close_to(line.slope, 0);
}
