//! Expressions of probes: a variable, and what it leads to.

/// What is read: a variable, or a part of what it holds or leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// A variable.
    Name(String),
    /// What a pointer points to: `*p`.
    Target(Box<Expression>),
    /// A field: `s.f`. `p->f` is `(*p).f`.
    Field(Box<Expression>, String),
    /// An element: `a[i]`, with a number or another expression.
    Element(Box<Expression>, Box<Index>),
}

/// Which element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// The one of this number.
    Number(i64),
    /// The one of the number that is read there.
    Read(Expression),
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong, as a clause.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text.trim_start() };
        let expression = reader.expression()?;
        if reader.rest.is_empty() {
            Ok(expression)
        } else {
            Err(format!("`{}` cannot stand there: {SHAPES}", reader.rest))
        }
    }

    /// What a statement that begins with an assignment assigns, as it is written and as it is read.
    pub(crate) fn assigned(text: &str) -> Option<(&str, Self)> {
        let mut reader = Reader { rest: text };
        let expression = reader.expression().ok()?;
        let sign = reader.rest;
        let sets = |word: &str| sign.strip_prefix(word).is_some_and(|rest| !rest.starts_with('='));
        let changes = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
        let is_set = sets("=") || changes.into_iter().any(|change| sets(&format!("{change}=")));
        // `*p++` moves the pointer.
        let moves = matches!(expression, Self::Target(_));
        let is_counted = !moves && ["++;", "--;"].into_iter().any(|count| sign.starts_with(count));
        let name = text[..text.len() - sign.len()].trim_end();
        (is_set || is_counted).then_some((name, expression))
    }
}

/// What can be read.
const SHAPES: &str = "an expression is a variable, `*p`, `p->field`, `s.field`, `a[i]`, or made of these";

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let taken = self.rest.strip_prefix(sign).map(str::trim_start);
        taken.inspect(|rest| self.rest = rest).is_some()
    }

    fn word(&mut self) -> Result<String, String> {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(format!("a name is missing before `{}`: {SHAPES}", self.rest));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Ok(word.to_owned())
    }

    fn expression(&mut self) -> Result<Expression, String> {
        if self.takes("*") {
            return Ok(Expression::Target(Box::new(self.expression()?)));
        }
        let mut found = if self.takes("(") {
            let inner = self.expression()?;
            if !self.takes(")") {
                return Err("a closing parenthesis is missing".into());
            }
            inner
        } else {
            Expression::Name(self.word()?)
        };
        loop {
            if self.takes("->") {
                let target = Expression::Target(Box::new(found));
                found = Expression::Field(Box::new(target), self.word()?);
            } else if self.takes(".") {
                found = Expression::Field(Box::new(found), self.word()?);
            } else if self.takes("[") {
                let number = self.rest.starts_with(|letter: char| letter.is_ascii_digit());
                let index = if number {
                    Index::Number(self.word()?.parse().map_err(|_| "an index is too large".to_owned())?)
                } else {
                    Index::Read(self.expression()?)
                };
                if !self.takes("]") {
                    return Err("a closing bracket is missing".into());
                }
                found = Expression::Element(Box::new(found), Box::new(index));
            } else {
                return Ok(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Expression {
        Expression::Name(name.into())
    }

    fn target(of: Expression) -> Expression {
        Expression::Target(Box::new(of))
    }

    fn field(of: Expression, name: &str) -> Expression {
        Expression::Field(Box::new(of), name.into())
    }

    fn element(of: Expression, index: Index) -> Expression {
        Expression::Element(Box::new(of), Box::new(index))
    }

    #[test]
    fn parts_bind_closer_than_stars() {
        assert_eq!(Expression::parse("*p->next"), Ok(target(field(target(name("p")), "next"))));
        assert_eq!(Expression::parse("(*p).f"), Ok(field(target(name("p")), "f")));
        let by = Index::Read(element(name("b"), Index::Number(3)));
        assert_eq!(Expression::parse("a [ b[3] ]"), Ok(element(name("a"), by)));
    }

    #[test]
    fn assignments_are_told_from_other_statements() {
        let name = |text| Expression::assigned(text).map(|(name, _)| name);
        assert_eq!(name("p->next = q;"), Some("p->next"));
        assert_eq!(name("v[i] <<= 3;"), Some("v[i]"));
        assert_eq!(name("*p++ = c;"), None);
        assert_eq!(name("list[2].count++;"), Some("list[2].count"));
        for other in ["*p++;", "a == b;", "int a = 3;", "if (a = b)", "f(a) = 2;", "return a;", "\u{e9} ="] {
            assert!(name(other).is_none_or(|name| name == "\u{e9}"), "{other}");
        }
    }

    #[test]
    fn what_is_no_expression_is_said() {
        for wrong in ["", "a + b", "a[", "(a", "a.", "f(x)"] {
            assert!(Expression::parse(wrong).is_err(), "{wrong}");
        }
    }
}
