#include <iostream>
#include <string>
static int value(char letter) {
    switch (letter) { // FAULT: no D
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'M': return 1000;
    default: return 0;
    }
}
static int roman(const std::string &text) {
    int sum = 0;
    int last = 0;
    for (int i = static_cast<int>(text.size()) - 1; i >= 0; i--) {
        int now = value(text[i]);
        if (now < last)
            sum -= now;
        else
            sum += now;
        last = now;
    }
    return sum;
}
int main() {
    int year = roman("MDCCLXXVI");
    std::cout << "year " << year << "\n";
    int small = roman("XIV");
    std::cout << "small " << small << "\n";
    return 0;
}
