#version 330 core
// A depot.
#define LIMIT 10
layout(location = 0) in vec3 position;
layout(std140) uniform Block { mat4 view; float sizes[4]; } block;
uniform sampler2D picture;
out vec4 color;
const float scale = 1.5;

struct Item {
    vec2 at;
    int kind;
};

float twice(in float x, int n) {
    float result = x * 2.0;
    for (int i = 0; i < n; i++) {
        if (result > 100.0 && i != 3) break;
        else if (i == 2) continue;
        result += float(i) / scale;
    }
    while (result < 0.0) { result = -result; }
    do { result--; } while (result > 5.0);
    switch (n) {
        case 1:
            result = 1.0;
            break;
        default:
            return result;
    }
    return n > 3 ? result : 0.5;
}

/* The entry. */
void main() {
    Item item = Item(vec2(1.0), 2);
    vec3 v = position.xyz * block.sizes[1];
    item.at.x = twice(v.y, item.kind << 1);
    if (color.a == 0.0) discard;
    color = texture(picture, item.at) + vec4(v, 1.0);
}
