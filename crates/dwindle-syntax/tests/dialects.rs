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
