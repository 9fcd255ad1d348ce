// A depot.
const std = @import("std");
pub const limit: usize = 10;
var counter: u32 = 0;

const Kind = enum { small, large };
const Failure = error{ TooLarge, Empty };

pub const Item = struct {
    size: i64 = 0,
    kind: Kind,
    next: ?*Item,

    pub fn twice(self: *const Item) i64 {
        return self.size * 2;
    }
};

const Value = union(enum) {
    number: f64,
    text: []const u8,
};

fn check(size: i64) Failure!i64 {
    if (size > 100) return error.TooLarge;
    if (size == 0) {
        return Failure.Empty;
    } else {
        return size +% 1;
    }
}

pub fn total(comptime T: type, items: []const Item) T {
    var result: T = 0;
    for (items, 0..) |item, i| {
        if (i == 3) continue;
        result += item.size;
    }
    while (result > 50) : (result -= 1) {
        if (result == 60) break;
    }
    const kind = switch (result) {
        0 => Kind.small,
        1...9, 11 => .large,
        else => Kind.large,
    };
    const parts = [_]u8{ 1, 2, 0xff };
    const value = check(result) catch |e| blk: {
        std.debug.print("bad {s}\n", .{@errorName(e)});
        break :blk 1;
    };
    defer counter += 1;
    const maybe: ?i64 = null;
    _ = maybe orelse value;
    _ = .{ .kind = kind, .part = parts[1..2] };
    return if (result < 0) -result else result;
}

test "a depot" {
    try std.testing.expect(!false and true);
    const text =
        \\several
        \\lines
    ;
    _ = text;
    unreachable;
}
