#include <cstdio>
#include <cstdlib>
#include <stdexcept>
class Queue {
public:
    void put(int value) {
        if (count > 3) // FAULT: >= 3
            throw std::length_error("full");
        places[(first + count) % 3] = value;
        count++;
    }
    int take() {
        if (count == 0)
            throw std::out_of_range("empty");
        int value = places[first];
        first = (first + 1) % 3;
        count--;
        return value;
    }
private:
    int places[3];
    int first = 0;
    int count = 0;
};
int main() {
    Queue queue;
    int refused = 0;
    for (int i = 1; i <= 4; i++) {
        try {
            queue.put(i);
        } catch (const std::length_error &) {
            refused++;
        }
    }
    int head = queue.take();
    int noise = refused * 3;
    std::printf("refused %d\n", noise);
    if (head != 1)
        std::abort();
    return 0;
}
