-- A depot.
library ieee;
use ieee.std_logic_1164.all;

entity counter is
  generic (width : integer := 8);
  port (
    clk : in std_logic;
    q   : out std_logic_vector(width - 1 downto 0)
  );
end entity counter;

architecture rtl of counter is
  signal count : integer range 0 to 255 := 0;
  constant limit : integer := 100;
begin
  process (clk)
    variable next_count : integer;
  begin
    if rising_edge(clk) then
      if count = limit then
        next_count := 0;
      else
        next_count := count + 1;
      end if;
      count <= next_count;
    end if;
  end process;
  q <= (others => '0') when count > 3 else (others => '1');
end architecture rtl;
