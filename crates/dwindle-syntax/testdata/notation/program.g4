/** A small programming language: enough for lists, words, blanks and nested things. */
grammar Program;

options { caseInsensitive = false; }

program    : (function | statement)* EOF ;
function   : 'fun' NAME '(' (NAME (',' NAME)*)? ')' block ;
block      : '{' statement* '}' ;
statement
    : 'let' NAME '=' expression ';'
    | NAME '=' expression ';'
    | 'if' '(' expression ')' block ('else' block)?
    | 'while' '(' expression ')' block
    | 'return' expression? ';'
    | expression ';'
    | block
    ;
expression
    : expression '(' arguments? ')'
    | ('-' | '!') expression
    | expression ('*' | '/' | '%') expression
    | expression ('+' | '-') expression
    | expression ('==' | '!=' | '<' | '<=' | '>' | '>=') expression
    | expression ('&&' | '||') expression
    | '(' expression ')'
    | NUMBER
    | STRING
    | NAME
    ;
arguments  : expression (',' expression)* ;

NAME    : [a-zA-Z_\u00C0-\u024F] [a-zA-Z0-9_\u00C0-\u024F]* ;
NUMBER  : [0-9]+ ;
STRING  : '"' ( '\\' . | ~["\\\r\n] )* '"' ;
COMMENT : '/*' .*? '*/' -> skip ;
LINE    : '//' .*? '\r'? '\n' -> skip ;
BLANK   : [ \t\r\n\u000C]+ -> skip ;
