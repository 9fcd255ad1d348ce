/* An interpreter of plot commands of one character each. It has forgotten to
   load its font: the first command that needs one kills it. */

#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>

struct font {
    int width;
    int height;
};

struct plot {
    long x;
    long y;
    long step;
    unsigned long points;
    struct font *volatile font;
};

static void obey(struct plot *plot, int command)
{
    switch (command) {
    case 'u': plot->y += plot->step; break;
    case 'd': plot->y -= plot->step; break;
    case 'l': plot->x -= plot->step; break;
    case 'r': plot->x += plot->step; break;
    case 'p': plot->points++; break;
    case 't': plot->x += plot->font->width; break; /* the bug */
    default:
        if (command >= '0' && command <= '9')
            plot->step = command - '0';
    }
}

int main(int argc, char **argv)
{
    struct rlimit no_core = {0, 0};
    struct plot plot = {0, 0, 1, 0, NULL};
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
    int c;

    if (in == NULL) {
        perror("crtplot");
        return 2;
    }
    setrlimit(RLIMIT_CORE, &no_core);
    while ((c = getc(in)) != EOF)
        obey(&plot, c);
    printf("%lu points, at %ld, %ld\n", plot.points, plot.x, plot.y);
    return 0;
}
