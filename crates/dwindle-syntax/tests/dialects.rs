//! What dialects have that the parser of a language is shown something else for.

use dwindle::Text;
use dwindle::tree::Parse;

use crate::languages::built;

/// How many errors a parser finds.
pub(crate) fn errors(language: &str, source: &str) -> usize {
    built(language).parser().errors(&Text::new(source.as_bytes()).expect("a short text"))
}

#[test]
fn sql_has_names_in_brackets_and_elements_of_arrays() {
    let bracketed = "CREATE TABLE [Album]\n(\n  [AlbumId] INTEGER NOT NULL,\n  [Full Title] TEXT,\n  CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId])\n);\n\
        INSERT INTO [Album] ([AlbumId],[Full Title]) VALUES (1, 'a [b] c');\nSELECT a.[Full Title] FROM [dbo].[Album] a;\n";
    assert_eq!(errors("sql", bracketed), 0);
    assert_eq!(errors("sql", "SELECT a[1] FROM b;\n"), errors("sql", "SELECT a[2] FROM b;\n"));
}

#[test]
fn quotes_in_strings_of_mysql_have_a_sign_before_them() {
    assert_eq!(errors("sql", "INSERT INTO a VALUES (1,'it\\'s \\'b\\'c','b'),(2,'c','d');\nSELECT 1;\n"), 0);
    let escaped_by = |sign| format!("SELECT a FROM b WHERE c LIKE 'd{sign}%' ESCAPE '{sign}' ORDER BY a;\n");
    assert_eq!(errors("sql", &escaped_by('\\')), errors("sql", &escaped_by('!')));
}

#[test]
fn macros_of_verilog_are_given_statements_and_properties() {
    let statements = "module a;\nalways @(posedge b) begin\n  `debug($display(\"%d\", c);)\n  `with(d, d > 1; e < 2;)\n  c <= 1;\nend\nendmodule\n";
    assert_eq!(errors("verilog", statements), 0);
    let property =
        "module a;\n`ASSERT(b, c |-> ##[0:10] d && (e == f), g, !h)\n`ASSERT(i, j |=> k)\nendmodule\n";
    assert_eq!(errors("verilog", property), 0);
}
