#!/bin/sh
# Makes a repository in ./wrap: version v1.0 wraps lines at words, four commits later it does not.
set -eu
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
git init -q -b main wrap
cd wrap
git config user.name "A. Developer"
git config user.email developer@example.org
commit() { git add -A && git commit -q -m "$1"; }

cat > wrap.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int at;

static void start(void) {
    putchar('\n');
    at = 0;
}

static void add(const char *word, int width) {
    int length = (int)strlen(word);
    if (at > 0 && at + 1 + length > width)
        start();
    at += printf(at > 0 ? " %s" : "%s", word);
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 72;
    char word[256];
    while (scanf("%255s", word) == 1)
        add(word, width);
    start();
    return 0;
}
C
cat > bisect.sh <<'SH'
#!/bin/sh
# What `git bisect run` takes: 0 is good, 125 cannot be tested, 1 is bad.
cc -o wrap wrap.c || exit 125
[ "$(echo 'one two three four' | ./wrap 9)" = "$(printf 'one two\nthree\nfour')" ]
SH
chmod +x bisect.sh
commit "Wrap lines at words"
git tag v1.0

echo 'cc -o wrap wrap.c; ./wrap WIDTH < TEXT' > README
sed -i '4i// Wraps the text on standard input at the width that is given, or at 72.' wrap.c
commit "Say what it does"

sed -i -e 's/^static int at;/static int at, lines;/' -e 's/^    at = 0;/&\n    lines++;/' -e 's/at + 1 + length/at + length/' \
    -e 's/256/1024/; s/%255s/%1023s/' -e 's/return 0/return lines > 0 ? 0 : 1/' wrap.c
commit "Count lines, read longer words, simplify"

sed -i 's/72/80/' wrap.c
commit "Wrap at 80 where no width is given"

sed -i 's/atoi(argv\[1\])/(int)strtol(argv[1], NULL, 10)/' wrap.c
commit "Read the width with strtol"
