// A depot.
const val LIMIT = 10

enum class Kind { SMALL, LARGE }

interface Owner<in T> {
    fun owner(item: T): String?
}

data class Item(val size: Int, var kind: Kind = Kind.SMALL)

object Registry {
    val all = mutableListOf<Item>()
}

sealed class Result<out T : Any> {
    class Ok<T : Any>(val value: T) : Result<T>()
}

open class Shelf(private val name: String, vararg rest: Int) : Base(name), Owner<Item> {
    companion object {
        fun open(): Shelf = Shelf("a", 1, 2)
    }

    private var count: Long = 0L
    val total: Int
        get() = count.toInt()

    init {
        count += rest.size
    }

    override fun owner(item: Item): String? {
        var result = 0
        for (i in 0..10 step 2) {
            if (item.size > 100 || i == 3) continue
            else if (i !in 1 until 3) break
            else result += i * 2
        }
        while (result < 0) { result++ }
        do { result-- } while (result > 50)
        val text = when (result) {
            1, 2 -> "few"
            in 3..9 -> "some $result"
            is Int -> "many ${result + 1}"
            else -> throw IllegalStateException("bad")
        }
        try {
            println(text)
        } catch (e: Exception) {
            return null
        } finally {
            count = 0
        }
        val twice = { x: Int -> x * 2 }
        val doubled = listOf(1, 2).map { it * 2 }.filter(fun(x: Int): Boolean { return x > 1 })
        val safe = item?.kind?.name ?: "none"
        return if (result == 1) safe!! else (text as String)
    }
}

fun <T> T.twice(action: (T) -> Unit): T = apply { action(this) }

typealias Handler = (Int, String) -> Boolean
