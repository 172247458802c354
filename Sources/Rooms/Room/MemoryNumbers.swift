import Session

/// Numbers of the screens that a room remembers, in place of their client ids, which are nobody else's business.
struct MemoryNumbers {
    private var numbers: [String: Int] = [:]
    private var last = 0

    subscript(_ client: String) -> Int? { numbers[client] }

    func client(numbered number: Int) -> String? { numbers.first { $0.value == number }?.key }

    mutating func update(_ state: RoomState) {
        numbers = numbers.filter { state.memories[$0.key] != nil }
        for client in state.memoryOrder where numbers[client] == nil {
            last += 1
            numbers[client] = last
        }
    }
}
