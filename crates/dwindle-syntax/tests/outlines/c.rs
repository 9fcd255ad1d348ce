//! What C declares, as compilers are given it: preprocessed, with extensions.

use dwindle::outline::Mark;

use crate::dialects::errors;

use super::{go_together_in, marks, with, without_each};

/// Of a file of C what `gcc -E` makes, with a `NULL` and an `EOF` in it.
const PREPROCESSED: &str = "# 0 \"a.c\"\n# 1 \"/usr/include/stdio.h\" 1 3 4\nint getc(void);\n# 3 \"a.c\" 2\nint b(char *c) {\n  if (c == \n# 4 \"a.c\" 3 4\n          \
    ((void *)0)\n# 4 \"a.c\"\n              ) return \n# 4 \"a.c\" 3 4\n                     (-1)\n# 4 \"a.c\"\n                        ;\n  \
    getc();\n# 6 \"a.c\"\n  return 1;\n}\n";

#[test]
fn line_markers_within_a_statement_are_noise_and_break_nothing() {
    assert_eq!(errors("c", PREPROCESSED), 0);
    let noise = with(&Mark::Noise { late: false, has_names: false }, PREPROCESSED, &marks("c", PREPROCESSED));
    let markers = |text: &str| text.lines().filter(|line| line.starts_with("# ")).count();
    assert_eq!(noise.iter().map(|noise| markers(noise)).sum::<usize>(), markers(PREPROCESSED), "{noise:#?}");
    let without_call = PREPROCESSED.replace("  getc();\n", "");
    let left = without_each("c", PREPROCESSED);
    assert!(left.iter().any(|left| left.replace("  \n", "\n").contains(&without_call[150..])), "{left:#?}");
    assert!(left.iter().all(|left| left.contains("if (c ==") == left.contains("(-1)")), "{left:#?}");
}

#[test]
fn extensions_of_c_do_not_hide_what_stands_around_them() {
    let source = "static _Thread_local int a; static __thread const char *b; typedef __signed__ char c;\n\
        struct d { int e; int :32; int f __attribute__((aligned(16))); } __attribute__((packed));\n\
        int g(__builtin_va_list h, void *i[]) {\n  short j[64] __attribute__((aligned(16)));\n  \
        static const void *const k[] = { &&l, &&m };\n  goto *k[j[0]];\n  l: return __builtin_va_arg(h, unsigned long);\n  \
        m: return __builtin_offsetof(struct d, f) + sizeof(d *) * 2;\n}\n\
        void n(void) { __typeof__(*(&a)) o = 1; __extension__ ({ o; }); }\nint p(void) { return 1; }\n";
    assert_eq!(errors("c", source), 0);
    let names = with(&Mark::Name, source, &marks("c", source));
    for name in ["a", "b", "c", "d", "g", "j", "k", "l", "m", "n", "o", "p"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}

#[test]
fn what_uses_a_type_of_functions_goes_with_it() {
    let source = "struct a;\ntypedef void (*b) (struct a *c, int d);\ntypedef int (e)(int);\n\
        struct g { b h; };\nint i(e *j) { return j(1); }\nint l;\n";
    go_together_in("c", source, &[("typedef void (*b) (struct a *c, int d);", ""), ("b h; ", "")]);
    go_together_in("c", source, &[("typedef int (e)(int);", ""), ("int i(e *j) { return j(1); }", "")]);
}

#[test]
fn a_structure_goes_with_what_uses_its_other_name() {
    let source = "typedef struct a a;\nvoid b(struct a *c);\nstruct a { int d; };\nint e(a *f) { return 1; }\nint g;\n";
    go_together_in(
        "c",
        source,
        &[
            ("typedef struct a a;", ""),
            ("void b(struct a *c);", ""),
            ("struct a { int d; };", ""),
            ("int e(a *f) { return 1; }", ""),
        ],
    );
}

#[test]
fn fields_of_one_name_go_together_with_what_uses_them() {
    let source = "struct a { int b; char *c; };\nstruct d { short b[2]; int e; };\nint f(struct a *g) { g = 0; return g->b; }\n\
        int h(struct d *i) { i->e = 1; return 2; }\n";
    let fields = [("int b; ", ""), ("short b[2]; ", "")];
    go_together_in("c", source, &[&fields[..], &[("return g->b;", "")]].concat());
    go_together_in("c", source, &[("int e;", ""), ("i->e = 1; ", "")]);
}
