grammar G;
start : ID ;
ID : ~('ab' | [x]) ;
