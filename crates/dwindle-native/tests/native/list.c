#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *head;
static int count;

static struct node *make(int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = NULL;
    count = count + 1;
    return node;
}

static void push(int key) {
    struct node *node = make(key);
    node->next = head;
    head = node;
}

static int sum(void) {
    int total = 0;
    for (struct node *at = head; at != NULL; at = at->next) {
        total = total + at->key;
    }
    return total;
}

static void drop(int key) {
    struct node *at = head;
    while (at->key != key) {
        at = at->next;
    }
    at->key = 0;
}

int main(void) {
    for (int i = 1; i <= 4; i++) {
        push(i);
        for (int j = 0; j < 6; j++) {
            printf("%d: %d\n", i, sum() + j);
        }
    }
    drop(3);
    drop(40);
    return 0;
}
