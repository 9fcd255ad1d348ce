-- A depot.
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  name VARCHAR(20) NOT NULL DEFAULT 'a',
  size DECIMAL(10, 2),
  kind INT REFERENCES kinds (id)
);
CREATE INDEX by_name ON items (name, size);
CREATE VIEW large AS SELECT * FROM items WHERE size > 10;

INSERT INTO items (id, name, size) VALUES (1, 'one', 1.5), (2, 'two', NULL);
UPDATE items SET size = size * 2, name = 'x' WHERE id = 1 AND name IS NOT NULL;
DELETE FROM items WHERE size < 0 OR id IN (1, 2, 3);

SELECT DISTINCT i.id, i.name AS n, count(*), max(size) + 1
FROM items AS i
LEFT JOIN kinds k ON k.id = i.kind
INNER JOIN other ON other.id = i.id
WHERE i.size BETWEEN 1 AND 10 AND NOT (i.name LIKE 'a%')
GROUP BY i.id, i.name
HAVING count(*) > 1
ORDER BY n DESC, i.id ASC
LIMIT 10 OFFSET 5;

WITH t AS (SELECT 1 AS a), u AS (SELECT a FROM t)
SELECT a, CASE WHEN a = 1 THEN 'x' WHEN a = 2 THEN 'y' ELSE 'z' END FROM u
UNION ALL
SELECT CAST(a AS INTEGER), (SELECT b FROM c) FROM t;

ALTER TABLE items ADD COLUMN note TEXT;
DROP TABLE IF EXISTS items;
BEGIN;
COMMIT;
