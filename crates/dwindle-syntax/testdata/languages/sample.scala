// A depot.
package depot

import scala.collection.mutable

sealed trait Kind
case object Small extends Kind
case class Large(size: Int, name: String = "a") extends Kind

object Main {
  val limit = 10
  private var counter: Long = 0L
  type Table = Map[String, Int]

  def total[T <: Kind](items: List[T], scale: Int*): Int = {
    var result = 0
    for (item <- items if item != null; i = 1) {
      if (result > 100 || i == 3) result = 0
      else result += i * 2
    }
    while (result > 50) { result -= 1 }
    val text = items.head match {
      case Large(n, _) if n > 1 => s"many $n ${n + 1}"
      case Small => "few"
      case _ => throw new Exception("bad")
    }
    val doubled = List(1, 2).map(x => x * 2).filter(_ > 1)
    try { println(text) } catch { case e: Exception => () } finally { counter = 1 }
    (1, "a")._1 + doubled.sum
  }
}
