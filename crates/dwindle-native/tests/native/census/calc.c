/* A calculator: recursive descent, with errors by a jump out of all calls. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf failed;
static const char *at;
static int depth;

static double sum(void);

static void skip(void) {
    while (*at == ' ')
        at++;
}

static void fail(int why) {
    longjmp(failed, why);
}

static double number(void) {
    double value = 0, scale = 1;
    int digits = 0;
    do {
        if (*at == '.') {
            if (scale != 1)
                fail(2);
            scale = 0.1;
        } else if (scale == 1) {
            value = value * 10 + (*at - '0');
            digits++;
        } else {
            value += (*at - '0') * scale;
            scale /= 10;
            digits++;
        }
        at++;
    } while ((*at >= '0' && *at <= '9') || *at == '.');
    if (digits == 0)
        fail(3);
    return value;
}

static double atom(void) {
    double value;
    skip();
    switch (*at) {
    case '(':
        at++;
        depth++;
        value = sum();
        if (*at != ')')
            fail(4);
        at++;
        depth--;
        break;
    case '-':
        at++;
        value = -atom();
        break;
    case '.':
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        value = number();
        break;
    default:
        goto unexpected;
    }
    skip();
    return value;
unexpected:
    fail(5);
    return 0;
}

static double product(void) {
    double value = atom();
    for (;;) {
        if (*at == '*') {
            at++;
            value *= atom();
        } else if (*at == '/') {
            at++;
            double by = atom();
            if (by == 0)
                fail(6);
            value /= by;
        } else
            return value;
    }
}

static double sum(void) {
    double value = product();
    while (*at == '+' || *at == '-') {
        char sign = *at++;
        double other = product();
        value = sign == '+' ? value + other
                            : value - other;
    }
    return value;
}

static void evaluate(const char *text) {
    int why = setjmp(failed);
    if (why != 0) {
        printf("%s: error %d at %d\n", text, why, (int)(at - text));
        return;
    }
    at = text;
    depth = 0;
    double value = sum();
    if (*at)
        fail(7);
    printf("%s = %g\n", text, value);
}

int main(void) {
    static const char *const lines[] = {
        "1 + 2 * 3", "(1 + 2) * -3", "1 / 0", "2.5 * 4", "1 + )", "7 7",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        evaluate(lines[i]);
    return depth;
}
