package depot.inner;

import java.util.*;
import static java.lang.Math.max;

/** A depot. */
@Deprecated
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Depot<T extends Comparable<T> & Cloneable> extends Base implements Shelf, Named {
    private static final int LIMIT = 10, OTHER = 0x1f;
    protected List<T> items = new ArrayList<>();
    int[] table = { 1, 2, 3 }, grid[] = new int[3][4];

    static { System.out.println("loaded"); }

    public Depot(final int size, String... names) throws Exception {
        super(size);
        this.items = null;
    }

    abstract void keep(T item);

    @Override
    public synchronized <U> int total(Map<String, ? extends U> values, int scale) throws Error, Exception {
        int result = 0;
        for (int i = 0, j = 9; i < j; i++, j--) {
            if (i % 2 == 0) continue;
            else if (i > 100) break;
            else { result += i * scale; }
        }
        for (Map.Entry<String, ? extends U> entry : values.entrySet()) result -= entry.hashCode();
        outer: while (result > 50) { result >>>= 1; break outer; }
        do { result--; } while (result > 9 && !(result == 3));
        switch (result) {
            case 1:
            case 2:
                result = result > 1 ? max(1, 2) : -1;
                break;
            default:
                throw new IllegalStateException("bad" + 'c');
        }
        try (Scanner in = new Scanner(System.in); Reader r = open()) {
            assert result != 3 : "three";
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
        } finally {
            synchronized (this) { result = (int) 1.5e3; }
        }
        Runnable run = () -> { return; };
        Function<Integer, Integer> f = (x) -> x + 1, g = Depot::next;
        String kind = switch (result) { case 1, 2 -> "small"; default -> { yield "large"; } };
        Object o = new Object() { int x; };
        if (o instanceof String s && s.length() > 0) return table[0]++;
        return result;
    }

    enum Color { RED, GREEN(3) { void f() {} }; Color(int... n) {} }
    interface Inner extends Shelf { default int size() { return 0; } }
    record Point(int x, double y) {}
    @interface Note { String value() default "a"; }
}
