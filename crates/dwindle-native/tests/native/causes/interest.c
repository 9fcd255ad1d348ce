#include <stdio.h>
struct account {
    double balance;
    double rate;
    int years;
};
static double grown(const struct account *account) {
    double balance = account->balance;
    double factor = 1.0 + account->rate / 10.0; /* FAULT: 100 */
    for (int year = 0; year < account->years; year++)
        balance *= factor;
    return balance;
}
static const char *class_of(double balance) {
    if (balance > 2000.0)
        return "rich";
    if (balance > 1200.0)
        return "well";
    return "poor";
}
int main(void) {
    struct account all[] = {{1000.0, 2.0, 3}, {500.0, 1.0, 20}, {50.0, 4.0, 1}};
    double total = 0;
    for (int i = 0; i < 3; i++) {
        double after = grown(&all[i]);
        total += after;
        printf("%d %s\n", i, class_of(after));
    }
    printf("%.1f\n", total);
    return 0;
}
