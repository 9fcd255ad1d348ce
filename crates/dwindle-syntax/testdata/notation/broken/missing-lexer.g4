parser grammar P;
options { tokenVocab = L; }
start : ID ;
