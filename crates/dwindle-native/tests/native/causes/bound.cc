#include <cstdio>
#include <string>
#include <vector>
// the last word is never looked at
struct Longest {
    std::string word;
    int length = 0;
};
static Longest longest(const std::vector<std::string> &words) {
    Longest best;
    int end = static_cast<int>(words.size()) - 1; // FAULT
    for (int i = 0; i < end; i++) {
        int length = static_cast<int>(words[i].size());
        if (length > best.length) {
            best.length = length;
            best.word = words[i];
        }
    }
    return best;
}
static int vowels(const std::string &word) {
    int found = 0;
    for (char c : word) {
        if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
            found++;
    }
    return found;
}
int main() {
    std::vector<std::string> words = {"ant", "badger", "cat", "dormouse", "elephants"};
    int total = 0;
    for (const std::string &word : words)
        total += vowels(word);
    Longest best = longest(words);
    std::printf("vowels: %d\n", total);
    std::printf("longest: %s %d\n", best.word.c_str(), best.length);
    return 0;
}
