#include <stdio.h>
#include <string.h>
/* leap years: the case of centuries is missing */
static int is_leap(int year) {
    int leap = 0;
    if (year % 4 == 0) /* FAULT: no year % 100 */
        leap = 1;
    return leap;
}
static int days(int month, int year) {
    int length = 31;
    switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
        length = 30;
        break;
    case 2:
        length = 28 + is_leap(year);
        break;
    }
    return length;
}
int main(void) {
    int year = 1900;
    int total = 0;
    char name[16];
    strcpy(name, "year");
    for (int month = 1; month <= 12; month++)
        total += days(month, year);
    printf("%s %d\n", name, year);
    printf("days: %d\n", total);
    return 0;
}
