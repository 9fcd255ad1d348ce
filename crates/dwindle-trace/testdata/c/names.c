#include <stdio.h>
#include <stdlib.h>
struct item { int key; const char *name; struct item *next; };
static struct item *add(struct item *list, int key, const char *name) {
    struct item *item = malloc(sizeof *item);
    item->key = key;
    item->name = name;
    item->next = list;
    return item;
}
static struct item *find(struct item *list, int key) {
    while (list) {
        if (list->key == key)
            return list;
        list = list->next;
    }
    return NULL;
}
static int sum(struct item *list) {
    int total = 0;
    while (list) {
        total += list->key;
        list = list->next;
    }
    return total;
}
static void clear(struct item *list, int key) {
    struct item *item = find(list, key);
    item->name = NULL;
}
int main(void) {
    struct item *list = NULL;
    const char *names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 28; i++)
        list = add(list, i, names[i % 4]);
    printf("%d\n", sum(list));
    clear(list, 23);
    int length = 0;
    for (struct item *item = list; item; item = item->next)
        length += item->name[0] - 'a' + 1;
    printf("%d\n", length);
    return 0;
}
