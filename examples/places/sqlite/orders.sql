-- A query that counts otherwise with the optimizer than without it.
CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT COLLATE NOCASE);
CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), placed TEXT, state TEXT);
CREATE TABLE lines(parent INTEGER REFERENCES orders(id), sku TEXT, amount INTEGER, price REAL);
CREATE INDEX by_customer ON orders(customer);
CREATE INDEX by_sku ON lines(sku, amount);
INSERT INTO customers VALUES (1, 'Ada', 'Turin'), (2, 'Ben', 'Graz'), (3, 'Cleo', NULL);
INSERT INTO orders VALUES (10, 1, '2026-01-04', 'open'), (11, 2, '2026-01-07', 'paid'), (12, 1, '2026-02-01', 'paid');
INSERT INTO lines VALUES (10, 'bolt', 100, 0.1), (10, 'nut', 100, 0.05), (11, 'saw', 1, 19.5), (12, 'bolt', 20, 0.1);
CREATE VIEW totals AS SELECT parent, sum(amount * price) AS total FROM lines GROUP BY parent;
CREATE VIEW due AS
  SELECT o.id, t.total FROM orders AS o JOIN totals AS t ON t.parent = o.id WHERE o.state = 'open';
CREATE VIEW prices AS SELECT sku, price FROM lines UNION ALL SELECT 'gift', 2;
SELECT name, count(*) FROM customers LEFT JOIN orders ON customer = customers.id GROUP BY name ORDER BY name;
SELECT round(sum(total), 2) FROM due;
SELECT count(*) FROM prices WHERE (price || '') IS price;
SELECT sku, max(amount) FROM lines GROUP BY sku HAVING count(*) > 1;
