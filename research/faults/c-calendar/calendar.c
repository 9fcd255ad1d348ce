/* Days between two dates, and the weekday of each. */
#include <stdio.h>
#include <stdlib.h>

struct date {
    int year, month, day;
};

static const char *names[] = {"Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"};

static int is_leap(int year)
{
    if (year % 4 != 0)
        return 0;
    if (year % 100 != 0 || year % 400 != 0)
        return 1;
    return 0;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int found = days[month - 1];
    if (month == 2 && is_leap(year))
        found++;
    return found;
}

static long day_number(struct date date)
{
    long number = 0;
    int year, month;
    for (year = 1890; year < date.year; year++)
        number += is_leap(year) ? 366 : 365;
    for (month = 1; month < date.month; month++)
        number += days_in(date.year, month);
    return number + date.day;
}

static const char *weekday(struct date date)
{
    /* 1 January 1890 was a Wednesday. */
    return names[(day_number(date) + 3) % 7];
}

static struct date parse(const char *text)
{
    struct date date;
    if (sscanf(text, "%d-%d-%d", &date.year, &date.month, &date.day) != 3) {
        fprintf(stderr, "no date: %s\n", text);
        exit(2);
    }
    return date;
}

int main(int argc, char **argv)
{
    struct date from, to;
    if (argc < 3)
        return 2;
    from = parse(argv[1]);
    to = parse(argv[2]);
    printf("from: %s %s\n", weekday(from), argv[1]);
    printf("to: %s %s\n", weekday(to), argv[2]);
    printf("days: %ld\n", day_number(to) - day_number(from));
    return 0;
}
