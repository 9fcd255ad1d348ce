#include <stdio.h>
#include <stdlib.h>
static int capacity = 8, used;
static int stack[8];
static void push(int value) {
    if (used > capacity) /* FAULT: >= */
        return;
    stack[used % 8] = value;
    used++;
}
static void check(void) {
    if (used > capacity)
        abort();
}
static int weigh(int value) {
    int weight = 0;
    while (value > 0) {
        weight += value % 3;
        value /= 3;
    }
    return weight;
}
int main(void) {
    int total = 0;
    for (int i = 0; i < 10; i++) {
        push(i * i);
        total += weigh(i * 7);
        check();
    }
    printf("%d\n", total);
    return 0;
}
