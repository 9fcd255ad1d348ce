// A depot.
using System;
using Pairs = System.Collections.Generic.Dictionary<string, int>;

namespace Depot
{
    public enum Kind { Small = 1, Large }

    public interface IOwner<in T> where T : class { string Owner(T item); }

    public readonly struct Point { public int X { get; } }

    public record Box(int Size, string Name);

    [Serializable]
    public abstract class Shelf : Base, IOwner<object>
    {
        private const int Limit = 10;
        private static readonly int[] sizes = { 1, 2, 0xff };
        public event Action Changed;
        public delegate int Scale(int x);

        public string Name { get; private set; } = "a";
        public int this[int index] => sizes[index];

        public Shelf(int limit, params string[] names) : base(limit)
        {
            Name = names[0] ?? "none";
        }

        public virtual async Task<int> Total(ref int count, IEnumerable<Box> boxes, double scale = 1.5)
        {
            var result = 0;
            foreach (var box in boxes)
            {
                if (box is null || box.Size > 100) continue;
                else if (box is { Size: 3 }) break;
                result += box.Size * 2;
            }
            for (int i = 0; i < 3; i++) Console.WriteLine($"text {result + 1}");
            while (result > 50) { result /= 2; }
            do { result--; } while (result > 3);
            switch (result)
            {
                case 1:
                    return -1;
                default:
                    result = (int)scale;
                    break;
            }
            try { throw new ArgumentException(nameof(count)); }
            catch (Exception e) when (e.Message != null) { await Task.Delay(1); }
            finally { count = default; }
            Func<int, int> twice = x => x * 2;
            using (var r = Open()) lock (r) { Changed?.Invoke(); }
            var kind = result switch { 1 => Kind.Small, > 2 => Kind.Large, _ => throw null };
            var names = from b in boxes where b.Size > 1 orderby b.Name select b.Name;
            return result == 2 ? twice(result) : new List<int> { 1, 2 }.Count;
        }

        public abstract string Owner(object item);
        public static Shelf operator +(Shelf a, Shelf b) => a;
        ~Shelf() { }
    }
}
