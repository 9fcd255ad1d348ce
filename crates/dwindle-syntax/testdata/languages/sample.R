# A depot.
library(stats)
limit <- 10L
items <- list(a = 1.5, "b" = "two", c(1, 2:5, NA))

total <- function(x, scale = 2, ...) {
  result <- 0
  for (item in x) {
    if (is.null(item) || item > 100) {
      next
    } else {
      result <- result + item ^ scale
    }
  }
  while (result > 50) result <- result / 2
  repeat {
    result <- result - 1
    if (result < 3) break
  }
  return(invisible(result))
}

names(items)[2] <- 'second'
items[["a"]] <- -items$a %% 3
double <- \(x) x * 2
5 -> other
text <- r"(raw \ text)"
values <- sapply(items, function(i) !is.na(i))
model <- y ~ x + log(z)
frame[1, ] |> head(n = 3)
stats::sd(c(TRUE, FALSE), na.rm = TRUE)
x <- if (limit >= 3) "many" else "few"
e <- 1e-3 %in% c(2i, 0x10)
switch(x, many = 1, few = , 0)
