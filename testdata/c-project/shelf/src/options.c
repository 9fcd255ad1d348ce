#include "options.h"

#include "text.h"

int options_read(struct options *options, int count, char **words) {
    options->level = NORMAL;
    options->sums = 0;
    options->first = 1;
    for (int i = 1; i < count && words[i][0] == '-'; i++) {
        if (text_compare(words[i], "--quiet") == 0) {
            options->level = QUIET;
        } else if (text_compare(words[i], "--loud") == 0) {
            options->level = LOUD;
        } else if (text_compare(words[i], "--sums") == 0) {
            options->sums = 1;
        } else {
            return 0;
        }
        options->first = i + 1;
    }
    return 1;
}
