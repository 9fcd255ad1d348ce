; How an XML document can be rewritten. See docs/languages.md for what the captures mean.

; An element without content by one tag.
((element (STag ">" @from) . (ETag) @also)
  (#set! rule "empty") (#set! to "/>"))
