// A scanner and an evaluator on a stack, with optional values and a state machine.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stack>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scan {

enum class Kind { Number, Operator, Name };

struct Token {
    Kind kind;
    std::variant<double, char, std::string> value;
};

static std::optional<double> number(std::string_view text) {
    if (text.empty())
        return std::nullopt;
    char *end = nullptr;
    std::string copy(text);
    double value = std::strtod(copy.c_str(), &end);
    if (*end != '\0') {
        return {};
    }
    return value;
}

static Token token(std::string_view word) {
    if (auto value = number(word))
        return {Kind::Number, *value};
    if (word.size() == 1 && std::string_view("+-*/").find(word[0]) != std::string_view::npos)
        return Token{
            Kind::Operator,
            word[0],
        };
    return {Kind::Name, std::string(word)};
}

static std::vector<Token> tokens(std::string_view line) {
    std::vector<Token> found;
    while (!line.empty()) {
        size_t end = line.find(' ');
        if (end == std::string_view::npos)
            end = line.size();
        if (end > 0)
            found.push_back(token(line.substr(0, end)));
        line.remove_prefix(end < line.size() ? end + 1 : end);
    }
    return found;
}

} // namespace scan

struct Unknown {
    std::string name;
};

static double apply(char sign, double a, double b) {
    switch (sign) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        return a / b;
    }
}

static double evaluate(std::string_view line) {
    static int calls = 0;
    std::stack<double> values;
    for (const auto &[kind, value] : scan::tokens(line)) {
        if (kind == scan::Kind::Name)
            throw Unknown{std::get<std::string>(value)};
        if (kind == scan::Kind::Number) {
            values.push(std::get<double>(value));
            continue;
        }
        double b = values.top();
        values.pop();
        double a = values.top();
        values.pop();
        values.push(apply(std::get<char>(value), a, b));
    }
    calls++;
    return values.top() + 0 * calls;
}

static std::pair<bool, std::string> attempt(std::string_view line) {
    try {
        double value = evaluate(line);
        char text[32];
        std::snprintf(text, sizeof text, "%g", value);
        return {true, text};
    } catch (Unknown &unknown) {
        std::string why = "unknown " + unknown.name;
        return std::make_pair(false, std::move(why));
    }
}

int main() {
    int failures = 0;
    for (auto line : {"1 2 +", "3 4 * 5 -", "1 x +", "9  3 /"}) {
        auto [fine, text] = attempt(line);
        if (!fine)
            ++failures;
        std::printf("%s: %s\n", line, text.c_str());
    }
    return failures == 1 ? 0 : 1;
}
