/// Timers in a binary heap by deadline; callers pass in the time.
struct Timers {
    typealias Action = () -> Void

    private struct Entry: Comparable {
        var deadline: UInt64
        let id: UInt64

        /// Of two with the same deadline, the one that was added first.
        static func < (one: Entry, other: Entry) -> Bool { (one.deadline, one.id) < (other.deadline, other.id) }
    }

    private struct Plan {
        let interval: UInt64?
        let action: Action
    }

    private var heap: [Entry] = []
    private var plans: [UInt64: Plan] = [:]
    /// The timer that was added last.
    private(set) var lastID: UInt64 = 0

    /// The earliest deadline, in clock microseconds.
    var nextDeadline: UInt64? { heap.first?.deadline }

    /// Adds a timer; with an `interval` it repeats, skipping the times already missed.
    mutating func add(at deadline: UInt64, every interval: UInt64? = nil, _ action: @escaping Action) -> UInt64 {
        precondition(interval != 0, "a timer needs an interval above 0")
        lastID += 1
        plans[lastID] = Plan(interval: interval, action: action)
        push(Entry(deadline: deadline, id: lastID))
        return lastID
    }

    mutating func cancel(_ id: UInt64) {
        plans[id] = nil
    }

    /// Takes the earliest action that is due at `now` and was added no later than the timer `newest`, if any.
    mutating func takeDue(at now: UInt64, addedUntil newest: UInt64) -> Action? {
        while let first = heap.first, first.deadline <= now, first.id <= newest {
            _ = pop()
            guard let plan = plans[first.id] else { continue }
            if let interval = plan.interval {
                let missed = (now - first.deadline) / interval
                push(Entry(deadline: first.deadline + (missed + 1) * interval, id: first.id))
            } else {
                plans[first.id] = nil
            }
            return plan.action
        }
        return nil
    }

    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if heap[parent] < heap[child] { break }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func pop() -> Entry {
        heap.swapAt(0, heap.count - 1)
        let top = heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { return top }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
