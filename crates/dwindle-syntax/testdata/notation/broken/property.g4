grammar G;
start : ID ;
ID : [\p{Nobody}] ;
