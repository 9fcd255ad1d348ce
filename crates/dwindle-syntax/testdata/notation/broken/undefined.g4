grammar G;
start : ID '=' value ;
value : NUMBR ;
ID : [a-z]+ ;
NUMBER : [0-9]+ ;
