// Callbacks of a clock; the compiler breaks on a lambda in an alias of a default template argument.
#include <initializer_list>

namespace clock {

template <class T> using later = decltype([](T) -> void {});

struct Tick {
  long at;
  int number;
};

template <class T, int Most> class Queue {
public:
  void push(T value) {
    if (count_ < Most)
      values_[count_++] = value;
  }
  int count() const { return count_; }
  T front() const { return values_[0]; }

private:
  T values_[Most] = {};
  int count_ = 0;
};

template <class T, class F = later<T>> struct Timer {
  Queue<T, 8> waiting;
  F call;
  void run(T last) {
    waiting.push(last);
    call(waiting.front());
  }
};

template <class T> T largest(std::initializer_list<T> all) {
  T best = *all.begin();
  for (const T &one : all)
    best = one > best ? one : best;
  return best;
}

} // namespace clock

int main() {
  clock::Timer<clock::Tick> timer;
  timer.run({clock::largest({3L, 9L, 4L}), 1});
  return timer.waiting.count() == 1 ? 0 : 1;
}
