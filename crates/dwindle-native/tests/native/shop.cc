#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Item {
    std::string name;
    int price;
    Item(const std::string &n, int p) : name(n), price(p) {}
    ~Item() { total += price; }
    static int total;
};
int Item::total = 0;

static int parse(const std::string &text) {
    int value = 0;
    for (char c : text) {
        if (c < '0' || c > '9')
            throw std::invalid_argument("bad number " + text);
        value = value * 10 + (c - '0');
    }
    return value;
}

static int sum(const std::vector<std::string> &words) {
    int total = 0;
    for (const auto &word : words) {
        try {
            total += parse(word);
        } catch (const std::invalid_argument &error) {
            std::cout << "skipped: " << error.what() << "\n";
            total -= 1;
        }
    }
    return total;
}

int main() {
    std::map<std::string, std::unique_ptr<Item>> items;
    const char *names[] = {"pear", "apple", "fig"};
    for (int i = 0; i < 3; i++) {
        items[names[i]] = std::make_unique<Item>(names[i], i * 10);
    }
    std::vector<std::string> words{"12", "x7", "30", ""};
    int all = sum(words);
    for (auto &entry : items) {
        std::cout << entry.first << " " << entry.second->price << "\n";
    }
    items.erase("fig");
    std::cout << all << " " << Item::total << std::endl;
    throw std::runtime_error("end " + std::to_string(all));
}
