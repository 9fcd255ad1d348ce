/* Evaluates arithmetic expressions by two stacks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static long numbers[MOST];
static char operators[MOST];
static int number_count, operator_count;

static int priority(char operator)
{
    switch (operator) {
    case '+':
        return 2;
    case '-':
        return 1;
    case '*':
    case '/':
        return 3;
    default:
        return 0;
    }
}

static void apply(void)
{
    char operator = operators[--operator_count];
    long right = numbers[--number_count];
    long left = numbers[--number_count];
    long result = 0;
    switch (operator) {
    case '+':
        result = left + right;
        break;
    case '-':
        result = left - right;
        break;
    case '*':
        result = left * right;
        break;
    case '/':
        result = right ? left / right : 0;
        break;
    }
    numbers[number_count++] = result;
}

static long evaluate(const char *text)
{
    number_count = operator_count = 0;
    while (*text) {
        if (isspace((unsigned char)*text)) {
            text++;
        } else if (isdigit((unsigned char)*text)) {
            long number = 0;
            while (isdigit((unsigned char)*text))
                number = number * 10 + (*text++ - '0');
            numbers[number_count++] = number;
        } else if (*text == '(') {
            operators[operator_count++] = *text++;
        } else if (*text == ')') {
            while (operator_count && operators[operator_count - 1] != '(')
                apply();
            operator_count--;
            text++;
        } else {
            while (operator_count && priority(operators[operator_count - 1]) >= priority(*text))
                apply();
            operators[operator_count++] = *text++;
        }
    }
    while (operator_count)
        apply();
    return numbers[0];
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    long found = evaluate(argv[1]);
    long wanted = strtol(argv[2], NULL, 10);
    if (found != wanted) {
        fprintf(stderr, "%s is %ld, not %ld\n", argv[1], found, wanted);
        return 1;
    }
    return 0;
}
