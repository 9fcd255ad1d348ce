#include <cstdio>
class Matrix {
public:
    explicit Matrix(int n) : size(n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                cells[i][j] = i + 2 * j;
    }
    int trace() const {
        int sum = 0;
        for (int i = 0; i < size; i++)
            sum += cells[i][i];
        return sum;
    }
    Matrix times(const Matrix &other) const {
        Matrix result(size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                int sum = 1; // FAULT: 0
                for (int k = 0; k < size; k++)
                    sum += cells[i][k] * other.cells[k][j];
                result.cells[i][j] = sum;
            }
        }
        return result;
    }
    int size;
    int cells[4][4];
};
int main() {
    Matrix one(3);
    int before = one.trace();
    Matrix product = one.times(one);
    int after = product.trace();
    std::printf("before %d\n", before);
    std::printf("after %d\n", after);
    return 0;
}
