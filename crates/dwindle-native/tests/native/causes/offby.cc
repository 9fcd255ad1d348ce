#include <cstdio>
// how many numbers below a limit are prime: the loop over divisors begins too early for 2
static bool prime(int number) {
    bool result = number > 1;
    for (int divisor = 2; divisor <= number / 2 + 1; divisor++) { // FAULT
        if (number % divisor == 0)
            result = false;
    }
    return result;
}
static int squares(int limit) {
    int found = 0;
    for (int i = 1; i * i < limit; i++)
        found++;
    return found;
}
int main() {
    int primes = 0;
    int limit = 12;
    for (int i = 0; i < limit; i++) {
        if (prime(i))
            primes++;
    }
    int others = squares(limit);
    std::printf("squares: %d\n", others);
    std::printf("primes: %d\n", primes);
    return 0;
}
