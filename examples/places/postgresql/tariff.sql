-- Prices by season; a function divides by the number of days.
CREATE TABLE seasons(name text PRIMARY KEY, starts date NOT NULL, ends date NOT NULL);
CREATE TABLE rooms(id integer PRIMARY KEY, beds integer, floor integer);
CREATE TABLE prices(room integer REFERENCES rooms, season text REFERENCES seasons, total numeric(8, 2));
CREATE INDEX by_season ON prices(season);
INSERT INTO seasons VALUES ('spring', '2026-03-01', '2026-05-31'), ('fair', '2026-09-12', '2026-09-12');
INSERT INTO rooms SELECT n, 1 + n % 3, n / 4 FROM generate_series(1, 12) AS n;
INSERT INTO prices SELECT id, name, 40 * beds FROM rooms CROSS JOIN seasons WHERE floor < 3;
CREATE VIEW nights AS SELECT name, ends - starts AS days FROM seasons;
SELECT floor, count(*) FROM rooms GROUP BY floor ORDER BY floor;
SELECT season, avg(total / days) FROM prices JOIN nights ON name = season GROUP BY season;
SELECT max(total) FROM prices WHERE season = 'spring';
