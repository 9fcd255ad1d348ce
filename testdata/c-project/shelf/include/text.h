#ifndef TEXT_H
#define TEXT_H

int text_copy(char *to, const char *from, int room);
int text_compare(const char *one, const char *other);
int text_number(const char *text, long *number);

#endif
