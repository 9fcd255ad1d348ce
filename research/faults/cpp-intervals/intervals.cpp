// Merges meetings that overlap or touch, and finds how long a room is free.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <vector>

struct Interval {
    int begin;
    int end;
};

static bool earlier(const Interval &a, const Interval &b)
{
    return a.begin < b.begin;
}

static std::vector<Interval> merged(std::vector<Interval> intervals)
{
    std::sort(intervals.begin(), intervals.end(), earlier);
    std::vector<Interval> result;
    for (const Interval &interval : intervals) {
        if (!result.empty() && interval.begin <= result.back().end) {
            Interval &last = result.back();
            last.end = std::min(last.end, interval.end);
        } else {
            result.push_back(interval);
        }
    }
    return result;
}

static int minutes(int hours, int minutes)
{
    return hours * 60 + minutes;
}

static int free_time(const std::vector<Interval> &busy, int from, int to)
{
    int sum = 0;
    int at = from;
    for (const Interval &interval : busy) {
        if (interval.begin > at)
            sum += interval.begin - at;
        at = std::max(at, interval.end);
    }
    if (at < to)
        sum += to - at;
    return sum;
}

int main()
{
    std::vector<Interval> meetings = {
        {minutes(13, 0), minutes(14, 0)},
        {minutes(9, 0), minutes(10, 30)},
        {minutes(10, 0), minutes(12, 0)},
    };
    std::vector<Interval> busy = merged(meetings);
    int found = free_time(busy, minutes(8, 0), minutes(18, 0));
    std::printf("free: %d minutes\n", found);
    return found == 360 ? 0 : 4;
}
