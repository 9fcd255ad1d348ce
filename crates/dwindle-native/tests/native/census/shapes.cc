// Shapes with virtual functions, texts and exceptions.
#include <cmath>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Shape {
public:
    explicit Shape(std::string name) : name_(std::move(name)) { ++alive; }
    virtual ~Shape() { --alive; }
    virtual double area() const = 0;
    virtual std::string describe() const {
        std::ostringstream out;
        out << name_ << " of " << area();
        return out.str();
    }
    const std::string &name() const { return name_; }
    static int alive;

protected:
    std::string name_;
};

int Shape::alive = 0;

class Circle : public Shape {
public:
    explicit Circle(double radius)
        : Shape("circle"),
          radius_(radius) {
        if (radius < 0)
            throw std::invalid_argument("negative radius");
    }
    double area() const override { return M_PI * radius_ * radius_; }

private:
    double radius_;
};

class Rectangle : public Shape {
public:
    Rectangle(double width, double height)
        : Shape("rectangle"), width_(width), height_(height) {}
    double area() const override {
        return width_ * height_;
    }
    std::string describe() const override {
        std::string text = Shape::describe();
        if (width_ == height_)
            text += " (square)";
        return text;
    }

private:
    double width_, height_;
};

static std::unique_ptr<Shape> make(const std::string &text) {
    std::istringstream in(text);
    std::string kind;
    double a = 0, b = 0;
    in >> kind >> a;
    if (kind == "circle")
        return std::make_unique<Circle>(a);
    if (kind == "rectangle" && in >> b)
        return std::make_unique<Rectangle>(a, b);
    throw std::runtime_error("unknown: " + text);
}

static float total(const std::vector<std::unique_ptr<Shape>> &shapes) {
    float sum = 0;
    for (const auto &shape : shapes)
        sum += static_cast<float>(shape->area());
    return sum;
}

static std::string joined(const std::vector<std::string> &words) {
    std::string all;
    for (size_t i = 0; i < words.size(); i++) {
        if (i)
            all += ", ";
        all += words[i];
    }
    return all;
}

int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    std::vector<std::string> errors;
    for (const char *line : {"circle 1", "rectangle 2 3", "rectangle 2 2", "circle -1", "star 5"}) {
        try {
            shapes.push_back(make(line));
        } catch (const std::invalid_argument &error) {
            errors.push_back(error.what());
        } catch (const std::exception &error) {
            errors.emplace_back(error.what());
        }
    }
    for (const auto &shape : shapes) {
        std::cout << shape->describe() << "\n";
    }
    std::cout << total(shapes) << " " << joined(errors) << std::endl;
    shapes.clear();
    return Shape::alive;
}
