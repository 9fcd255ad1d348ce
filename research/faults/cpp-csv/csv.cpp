// Reads rows of comma-separated values, and sums a column.
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Row = std::vector<std::string>;

static Row split(const std::string &line)
{
    Row row;
    std::string field;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); at++) {
        char c = line[at];
        if (quoted) {
            if (c == '"')
                quoted = false;
            else
                field += c;
        } else if (c == '"' && field.empty()) {
            quoted = true;
        } else if (c == ',') {
            row.push_back(field);
            field.clear();
        } else {
            field += c;
        }
    }
    row.push_back(field);
    return row;
}

static std::size_t column_of(const Row &head, const std::string &name)
{
    for (std::size_t at = 0; at < head.size(); at++) {
        if (head[at] == name)
            return at;
    }
    throw std::invalid_argument("no column " + name);
}

static int sum(std::istream &in, const std::string &name)
{
    std::string line;
    std::getline(in, line);
    Row head = split(line);
    std::size_t column = column_of(head, name);
    int total = 0;
    while (std::getline(in, line)) {
        Row row = split(line);
        if (row.size() != head.size())
            throw std::length_error("fields: " + std::to_string(row.size()));
        total += std::stoi(row[column]);
    }
    return total;
}

int main()
{
    std::istringstream in("item,count\n"
                          "nail,100\n"
                          "\"6\"\" screw, long\",40\n"
                          "saw,2\n");
    std::cout << "count: " << sum(in, "count") << "\n";
    return 0;
}
