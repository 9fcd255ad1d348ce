#include <vector>
#include <string>

namespace depot {

template <typename T, int N = 4>
class Box : public Base, private Other<T> {
public:
    explicit Box(int size) : size_(size), items{} {}
    Box(const Box &other) = delete;
    virtual ~Box() noexcept;
    template <class U> U convert(U &&value) const { return static_cast<U>(value); }
    int operator[](int i) const override;
    friend class Shelf;

private:
    static constexpr int limit = N * 2;
    int size_ = 0;
    std::vector<T> items;
    mutable bool dirty : 1;
};

enum class Color : unsigned char { Red, Green = 3, Blue };

struct Point { double x, y; };

using Boxes = std::vector<Box<int>>;
typedef std::string Name;

template <> int Box<char>::limit_of();

int Box<int>::operator[](int i) const { return i; }

auto lambda = [&, n = 3](int a, auto b) mutable -> int { return a + b * n; };

} // namespace depot

using namespace depot;

int run(const std::string &name, int *values = nullptr, bool quick = true)
{
    try {
        for (const auto &value : { 1, 2, 3 }) {
            if (auto it = value; it > 2) throw std::runtime_error("big");
            else continue;
        }
        for (int i = 0, j = 9; i < j; ++i, --j) delete values;
        while (true) { break; }
    } catch (const std::exception &e) {
        std::cerr << e.what() << std::endl;
    } catch (...) {
        return -1;
    }
    Point p{1.0, 2.0};
    auto *box = new Box<int>(3);
    switch (p.x > 1 ? 1 : 2) {
    case 1: { box->convert<int>(2); break; }
    default: return sizeof(Point);
    }
    static_assert(sizeof(int) == 4, "int");
    return reinterpret_cast<long>(box) && !quick;
}
