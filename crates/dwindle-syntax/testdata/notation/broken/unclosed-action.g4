grammar G;
start : ID { call( ;
ID : [a-z]+ ;
