// A depot.
import Foundation

let limit = 10

enum Kind: String { case small, large }

protocol Owner {
    func owner(of item: Item) -> String?
}

struct Item {
    var size: Int = 0
    let kind: Kind
}

class Shelf: Base, Owner {
    private var items: [Item] = []
    var total: Int {
        get { return items.count * 2 }
    }

    init(limit: Int) {
        self.count = limit
    }

    func owner(of item: Item) -> String? {
        var result = 0
        for i in 0..<10 {
            if i == 3 || item.size > 100 {
                continue
            } else {
                result += i * 2
            }
        }
        while result > 50 { result -= 1 }
        guard let first = items.first else { return nil }
        switch item.kind {
        case .small:
            return "few \(result)"
        default:
            break
        }
        let double = { (x: Int) -> Int in x * 2 }
        return result > 1 ? first.kind.rawValue : "none"
    }
}
