grammar Arithmetic;

file : sum EOF ;

sum
    : <assoc=right> sum '^' sum   # Power
    | sum op=('*' | '/') sum      # Product
    | sum op=('+' | '-') sum      # Sum
    | '(' sum ')'                 # Brackets
    | Minus? NUMBER               # Number
    ;

Minus  : '-' ;
NUMBER : DIGIT+ ('.' DIGIT+)? ([eE] [+-]? DIGIT+)? ;
fragment DIGIT : [0-9] ;
BLANK  : [ \t\r\n]+ -> skip ;
REMARK : '#' ~[\r\n]* -> channel(HIDDEN) ;
