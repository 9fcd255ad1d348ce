// A cache that forgets what was not used for the longest time.
#include <cstdio>
#include <list>
#include <string>
#include <unordered_map>

class Cache {
public:
    explicit Cache(std::size_t most) : most(most) {}

    bool get(int key, int &value)
    {
        auto found = places.find(key);
        if (found == places.end()) {
            misses++;
            return false;
        }
        entries.splice(entries.begin(), entries, found->second);
        value = found->second->value;
        hits++;
        return true;
    }

    void put(int key, int value)
    {
        auto found = places.find(key);
        if (found != places.end()) {
            found->second->value = value;
            return;
        }
        if (entries.size() == most) {
            places.erase(entries.back().key);
            entries.pop_back();
        }
        entries.push_front(Entry{key, value});
        places[key] = entries.begin();
    }

    int hits = 0;
    int misses = 0;

private:
    struct Entry {
        int key;
        int value;
    };
    std::size_t most;
    std::list<Entry> entries;
    std::unordered_map<int, std::list<Entry>::iterator> places;
};

static int collatz(Cache &cache, int number)
{
    if (number == 1)
        return 0;
    int steps;
    if (cache.get(number, steps))
        return steps;
    int next = number % 2 == 0 ? number / 2 : 3 * number + 1;
    steps = collatz(cache, next) + 1;
    cache.put(steps, number);
    return steps;
}

int main()
{
    Cache cache(64);
    for (int number = 1; number <= 8; number++)
        std::printf("%d: %d\n", number, collatz(cache, number));
    std::printf("hits: %d\n", cache.hits);
    return 0;
}
