// Templates, lambdas, operators and containers.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

template <typename T>
struct Fraction {
    T top, bottom;
    Fraction(T top, T bottom = 1) : top(top), bottom(bottom) {
        T by = std::gcd(top, bottom);
        if (by > 1) {
            this->top /= by;
            this->bottom /= by;
        }
    }
    Fraction operator+(const Fraction &other) const {
        return Fraction(top * other.bottom + other.top * bottom,
                        bottom * other.bottom);
    }
    Fraction &operator*=(const Fraction &other) {
        top *= other.top;
        bottom *= other.bottom;
        return *this;
    }
    bool operator<(const Fraction &other) const {
        return top * other.bottom < other.top * bottom;
    }
    explicit operator double() const { return double(top) / bottom; }
};

template <typename T>
std::ostream &operator<<(std::ostream &out, const Fraction<T> &fraction) {
    return out << fraction.top << "/" << fraction.bottom;
}

template <typename Key, typename Value>
class Memo {
    std::map<Key, Value> known_;
    std::function<Value(Memo &, Key)> compute_;

public:
    int misses = 0;
    template <typename F>
    explicit Memo(F compute) : compute_(compute) {}
    Value operator()(Key key) {
        auto found = known_.find(key);
        if (found != known_.end())
            return found->second;
        misses++;
        Value value = compute_(*this, key);
        known_.emplace(key, value);
        return value;
    }
};

template <typename... Words>
static std::string glued(Words... words) {
    std::string all;
    ((all += words, all += '-'), ...);
    if (!all.empty())
        all.pop_back();
    return all;
}

static constexpr int squared(int n) { return n * n; }

int main() {
    std::array<Fraction<long>, 4> parts{{{1, 2}, {1, 3}, {2, 8}, {5}}};
    std::sort(parts.begin(), parts.end());
    Fraction<long> sum = std::accumulate(
        parts.begin(), parts.end(), Fraction<long>(0),
        [](const Fraction<long> &a, const Fraction<long> &b) {
            return a + b;
        });
    sum *= Fraction<long>(1, 2);
    Memo<int, long> fibonacci([](auto &self, int n) -> long {
        if (n < 2)
            return n;
        return self(n - 1) + self(n - 2);
    });
    std::vector<int> numbers(6);
    int next = 0;
    std::generate(numbers.begin(), numbers.end(), [&next] { return squared(next++); });
    auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    auto even = std::count_if(numbers.begin(), numbers.end(),
                              [](int n) { return n % 2 == 0; });
    std::cout << parts[0] << " " << sum << " " << double(sum) << "\n"
              << fibonacci(20) << " " << fibonacci.misses << "\n"
              << *low << " " << *high << " " << even << "\n"
              << glued("a", std::string("b"), "c") << "\n";
    return 0;
}
