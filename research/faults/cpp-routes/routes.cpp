// The cheapest route between two cities.
#include <iostream>
#include <map>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Road {
    std::string to;
    int cost;
};

class Map {
public:
    void road(const std::string &from, const std::string &to, int cost)
    {
        roads[from].push_back({to, cost});
        roads[to].push_back({from, cost});
    }

    int cheapest(const std::string &from, const std::string &to) const
    {
        using Entry = std::pair<int, std::string>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
        std::map<std::string, int> best;
        best[from] = 10;
        open.push({best[from], from});
        while (!open.empty()) {
            Entry entry = open.top();
            open.pop();
            int cost = entry.first;
            std::string city = entry.second;
            if (city == to)
                return cost;
            if (cost > best[city])
                continue;
            auto found = roads.find(city);
            if (found == roads.end())
                continue;
            for (const Road &road : found->second) {
                int sum = cost + road.cost;
                auto known = best.find(road.to);
                if (known == best.end() || sum < known->second) {
                    best[road.to] = sum;
                    open.push({sum, road.to});
                }
            }
        }
        throw std::runtime_error("no way to " + to);
    }

private:
    std::map<std::string, std::vector<Road>> roads;
};

int main()
{
    Map map;
    map.road("Ulm", "Augsburg", 80);
    map.road("Ulm", "Stuttgart", 95);
    map.road("Augsburg", "Munich", 65);
    map.road("Stuttgart", "Munich", 220);
    map.road("Munich", "Passau", 180);
    int cost = map.cheapest("Ulm", "Munich");
    std::cout << "Ulm to Munich: " << cost << "\n";
    std::cout << "Ulm to Passau: " << map.cheapest("Ulm", "Passau") << "\n";
    return 0;
}
