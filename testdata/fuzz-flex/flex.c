/* A scanner that copies each line of its input into a buffer of fixed size,
   and does not look whether the line fits. The buffer ends where a page
   without permissions begins, so the first character too many is always
   caught: the program dies of SIGSEGV (SIGBUS on some systems). */

#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE_SIZE = 2000 };

static char *guarded(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + page - 1) / page * page;
    char *start = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + room, page, PROT_NONE) != 0)
        return NULL;
    return start + room - size;
}

int main(int argc, char **argv)
{
    struct rlimit no_core = {0, 0};
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
    char *line = guarded(LINE_SIZE);
    size_t used = 0;
    unsigned long lines = 0;
    int c;

    if (in == NULL || line == NULL) {
        perror("flex");
        return 2;
    }
    setrlimit(RLIMIT_CORE, &no_core);
    while ((c = getc(in)) != EOF) {
        if (c == '\n' || c == '\0') {
            lines++;
            used = 0;
        } else {
            line[used++] = (char)c; /* the bug */
        }
    }
    printf("%lu lines\n", lines);
    return 0;
}
