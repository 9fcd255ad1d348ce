-- Loads and sums a stock list; one row has no number.
CREATE TABLE raw(sku VARCHAR, bought VARCHAR, amount VARCHAR, price DOUBLE);
INSERT INTO raw VALUES ('bolt', '2026-01-04', '100', 0.10), ('nut', '2026-01-04', '250', 0.05);
INSERT INTO raw VALUES ('saw', '2026-02-11', '3', 19.50), ('file', '2026-02-12', 'n/a', 7.25), ('rasp', '2026-03-01', '12', 6.00);
CREATE TABLE shelves(sku VARCHAR PRIMARY KEY, shelf INTEGER);
INSERT INTO shelves VALUES ('bolt', 1), ('nut', 1), ('saw', 4), ('file', 5);
CREATE VIEW stock AS SELECT sku, bought::DATE AS bought, amount, price FROM raw WHERE price > 0;
CREATE MACRO worth(n, p) AS CAST(n AS INTEGER) * p;
SELECT count(*) FROM stock;
SELECT shelf, sum(worth(amount, price)) AS total
FROM stock JOIN shelves USING (sku)
GROUP BY shelf
ORDER BY total DESC;
SELECT max(bought) FROM stock;
