#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
static const char *at;
static long expression(void);
static long number(void) {
    long value = 0;
    while (isdigit((unsigned char)*at))
        value = value * 10 + (*at++ - '0');
    return value;
}
static long factor(void) {
    if (*at == '(') {
        at++;
        long value = expression();
        at++;
        return value;
    }
    return number();
}
static long term(void) {
    long value = factor();
    while (*at == '*') { /* FAULT: no division */
        at++;
        value *= factor();
    }
    return value;
}
static long expression(void) {
    long value = term();
    while (*at == '+' || *at == '-') {
        char sign = *at++;
        long next = term();
        if (sign == '+')
            value += next;
        else
            value -= next;
    }
    return value;
}
int main(void) {
    at = "2*(3+4)-8/2+1";
    long value = expression();
    printf("%ld\n", value);
    if (value != 11) {
        fprintf(stderr, "wrong result\n");
        return 1;
    }
    return 0;
}
