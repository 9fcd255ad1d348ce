/* Wraps words of standard input to lines of some width. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 80

struct writer {
    int width;
    int column;
    int lines;
};

static void new_line(struct writer *writer)
{
    putchar('\n');
    writer->lines++;
}

static void put_word(struct writer *writer, const char *word)
{
    int length = (int)strlen(word);
    int needed = writer->column > 0 ? length + 1 : length;
    if (writer->column > 0 && writer->column + needed > writer->width) {
        new_line(writer);
        needed = length;
    }
    if (needed > length)
        putchar(' ');
    fputs(word, stdout);
    writer->column += needed;
}

static int read_word(char *word, int most)
{
    int length = 0;
    int c = getchar();
    while (c == ' ' || c == '\n' || c == '\t')
        c = getchar();
    while (c != EOF && c != ' ' && c != '\n' && c != '\t') {
        if (length < most - 1)
            word[length++] = (char)c;
        c = getchar();
    }
    word[length] = 0;
    return length;
}

int main(int argc, char **argv)
{
    char word[MOST];
    struct writer writer = {20, 0, 0};
    if (argc > 1)
        writer.width = atoi(argv[1]);
    while (read_word(word, MOST))
        put_word(&writer, word);
    if (writer.column > 0)
        new_line(&writer);
    fprintf(stderr, "%d lines\n", writer.lines);
    return writer.lines > 4 ? 3 : 0;
}
