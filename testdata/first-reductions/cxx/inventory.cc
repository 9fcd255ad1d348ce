#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace shop {

enum class Unit { Piece, Kilogram, Litre };

struct Price {
    long cents = 0;
    Price operator*(int count) const { return Price{cents * count}; }
    Price operator+(Price other) const { return Price{cents + other.cents}; }
    bool operator<(Price other) const { return cents < other.cents; }
};

class Item {
public:
    Item(std::string name, Price price, Unit unit) : name_(std::move(name)), price_(price), unit_(unit) {}

    const std::string& name() const { return name_; }
    Price price() const { return price_; }
    Unit unit() const { return unit_; }

    const std::string& label() const {
        if (name_.empty()) {
            return missing();
        }
        return name_ + " (" + suffix() + ")";
    }

private:
    static const std::string& missing() {
        static const std::string text = "(unnamed)";
        return text;
    }

    std::string suffix() const {
        switch (unit_) {
            case Unit::Piece: return "pc";
            case Unit::Kilogram: return "kg";
            case Unit::Litre: return "l";
        }
        return "?";
    }

    std::string name_;
    Price price_;
    Unit unit_;
};

class Order {
public:
    void add(const Item& item, int count) {
        items_.push_back(item);
        counts_[item.name()] += count;
    }

    Price total() const {
        return std::accumulate(items_.begin(), items_.end(), Price{}, [this](Price sum, const Item& item) {
            return sum + item.price() * counts_.at(item.name());
        });
    }

    const Item* dearest() const {
        auto found = std::max_element(items_.begin(), items_.end(),
                                      [](const Item& a, const Item& b) { return a.price() < b.price(); });
        return found == items_.end() ? nullptr : &*found;
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> out;
        for (const Item& item : items_) {
            out.push_back(item.label() + " x " + std::to_string(counts_.at(item.name())));
        }
        return out;
    }

private:
    std::vector<Item> items_;
    std::map<std::string, int> counts_;
};

}  // namespace shop

int main() {
    shop::Order order;
    order.add(shop::Item("tea", {499}, shop::Unit::Kilogram), 2);
    order.add(shop::Item("cup", {350}, shop::Unit::Piece), 6);
    return order.lines().size() == 2 && order.total().cents > 0 && order.dearest() ? 0 : 1;
}
