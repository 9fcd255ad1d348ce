<html><?php
// A depot.
namespace Depot;

use Other\Base as B;

const LIMIT = 10;

interface Owner { public function owner(): ?string; }

trait Counting { private int $count = 0; }

enum Kind: string { case Small = 'small'; case Large = 'large'; }

abstract class Shelf extends B implements Owner
{
    use Counting;
    const SIZE = 1.5;
    protected static array $all = [1, 'b' => 2];

    public function __construct(private readonly string $name, public ?int $limit = LIMIT) {
        parent::__construct();
        self::$all[] = $this;
    }

    final public function total(array &$items, int ...$rest): int|float {
        $result = 0;
        foreach ($items as $key => $item) {
            if ($item === null || $key > 100) continue;
            elseif (!$item) { break; }
            else { $result += $item ** 2; }
        }
        for ($i = 0; $i < 3; $i++) echo $i, "text {$this->name} $i\n";
        while ($result > 50) { $result /= 2; }
        do { $result--; } while ($result > 3);
        switch ($result) {
            case 1: return -1;
            default: $result = (int) $rest[0];
        }
        try {
            throw new \RuntimeException('bad');
        } catch (\TypeError | \Exception $e) {
            unset($e);
        } finally {
            $done = true;
        }
        return $result <=> 2 ? $result ?? 1 : 0;
    }

    abstract function owner(): ?string;
}

$double = fn($x) => $x * 2;
$add = function ($a) use ($double) { return $double($a) . 'x'; };
$kind = match (true) { 1, 2 => 'few', default => 'many' };
list($a, $b) = [1, 2];
echo <<<TEXT
  lines $a
  TEXT;
print($add?->name ?: isset($kind) && new class { });
?>
<p>text</p></html>
