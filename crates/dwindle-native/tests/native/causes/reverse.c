#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *reversed(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = text[length - i]; /* FAULT: - 1 */
    copy[length] = 0;
    return copy;
}
static int same(const char *one, const char *other) {
    return strcmp(one, other) == 0;
}
int main(void) {
    const char *words[] = {"level", "stats", "tracer"};
    int found = 0;
    for (int i = 0; i < 3; i++) {
        char *back = reversed(words[i]);
        if (same(back, words[i]))
            found++;
        free(back);
    }
    printf("palindromes: %d\n", found);
    return found == 2 ? 0 : 3;
}
