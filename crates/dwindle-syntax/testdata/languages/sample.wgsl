// A depot.
struct Item {
  @location(0) position: vec4<f32>,
  @builtin(vertex_index) index: u32,
}

@group(0) @binding(0) var<uniform> scale: f32;
@group(0) @binding(1) var<storage, read_write> items: array<Item, 4>;
@group(0) @binding(2) var picture: texture_2d<f32>;

fn twice(x: f32, n: i32) -> f32 {
  var result: f32 = x * 2.0;
  let limit = 10;
  for (var i: i32 = 0; i < n; i++) {
    if (result > 100.0 && i != 3) {
      break;
    } else if (i == 2) {
      continue;
    } else {
      result += f32(i);
    }
  }
  while (result < 0.0) {
    result = -result;
  }
  switch n {
    case 1, 2: { result = 1.0; }
    default: { return result; }
  }
  loop {
    result -= 1.0;
    continuing {
      break if result < 5.0;
    }
  }
  return result;
}

/* An entry. */
@vertex
fn main(item: Item) -> @builtin(position) vec4<f32> {
  var v = vec3<f32>(1.0, 0.5, items[1].position.x);
  v.x = twice(v.y, i32(item.index) << 1u);
  return vec4<f32>(v, scale);
}
