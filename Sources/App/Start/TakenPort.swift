/// Advice for a port that another program uses.
struct TakenPort {
    /// The number of ports to try for a proposal.
    private static let tries: UInt16 = 20

    let sentence: String

    /// `option` chooses the port; `isFree` tries to listen on one.
    init(_ port: UInt16, option: String = "port", holder: PortHolder?, isFree: (UInt16) -> Bool) {
        let last = port <= .max - Self.tries ? port + Self.tries : .max
        let free = (port..<last).map { $0 + 1 }.first(where: isFree)
        let advice = "choose another with --\(option)" + (free.map { ", such as --\(option) \($0)" } ?? "")
        switch holder {
        case .some(let holder) where holder.name == "downbeat":
            sentence = """
                port \(port) is taken by another downbeat (process \(holder.process)), so its page is there already: \
                stop that one, or \(advice)
                """
        case .some(let holder):
            sentence = "port \(port) is taken by \(holder.name) (process \(holder.process)): stop it, or \(advice)"
        case nil: sentence = "port \(port) is taken: stop what uses it, or \(advice)"
        }
    }
}
