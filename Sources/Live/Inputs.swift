package import Music
import Synchronization
package import System

/// The live inputs of a server: those that it was started with, and those that clients send.
package final class Inputs: Sendable {
    /// What a client sends.
    package struct Sending: Sendable {
        package let name: String
        fileprivate let sound: SentSound
        fileprivate let sender: Int

        /// The length of a sample of all channels.
        package var unit: Int { sound.format.unit }

        package func send(_ block: SentSound.Block) throws(SentSound.Refusal) { try sound.take(block, from: sender) }
        package func end() { sound.leave(sender) }
    }

    private struct Sent {
        let input: LiveInput
        let sound: SentSound
        /// Who sends it, and may send it again after a break.
        let client: String?
    }

    /// As many microphones as a band has: each costs some percent of a core.
    package static let mostSent = 8
    /// Whoever reloads a page or changes networks is back within that time.
    private static let patience = Duration.seconds(60)
    private static let look = Duration.seconds(1)
    private static let mode = LiveMode.heard(.zero)
    private static let usualName = "microphone"

    private let fixed: [String: LiveInput]
    private let sent = Mutex<[String: Sent]>([:])
    private let clock: any HouseClock
    private let new: AsyncStream<Sent>
    private let add: AsyncStream<Sent>.Continuation

    /// Of two with one name the first counts.
    package init(_ inputs: [LiveInput] = [], _ clock: any HouseClock) {
        fixed = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
        self.clock = clock
        (new, add) = AsyncStream.makeStream()
    }

    /// By their names.
    package var all: [LiveInput] { (fixed.values + sent.withLock { $0.values.map(\.input) }).sorted { $0.name < $1.name } }

    /// The source with a name, as it runs now.
    package func input(_ name: String) -> LiveInput? { fixed[name] ?? sent.withLock { $0[name]?.input } }

    /// Nil for a source that has started again since: its positions mean other moments.
    package func input(_ source: LiveSource) -> LiveInput? { input(source.name).flatMap { $0.source == source ? $0 : nil } }

    /// Lets a client send sound, under a name made of its own; nil if too many do. Who sent it before goes on.
    package func open(_ label: String, by client: String?, as format: SampleFormat) -> Sending? {
        let name = Self.name(label)
        let opened = sent.withLock { sent -> (Sending, isNew: Sent?)? in
            for number in 1...Self.mostSent + 1 {
                let name = number == 1 ? name : "\(name)-\(number)"
                guard fixed[name] == nil else { continue }
                if let known = sent[name] {
                    let isOwn = client != nil && known.client == client
                    guard isOwn || known.sound.lonelyFor != nil else { continue }
                    if isOwn, known.sound.format == format {
                        return (Sending(name: name, sound: known.sound, sender: known.sound.begin()), nil)
                    }
                    remove(name, from: &sent)
                }
                if sent.count >= Self.mostSent, let lonely = sent.first(where: { $0.value.sound.lonelyFor != nil }) {
                    remove(lonely.key, from: &sent)
                }
                let sound = SentSound(format, Self.mode, clock)
                guard sent.count < Self.mostSent, let input = LiveInput(name, placed: sound, as: format, mode: Self.mode, clock)
                else {
                    return nil
                }
                let made = Sent(input: input, sound: sound, client: client)
                sent[name] = made
                return (Sending(name: name, sound: sound, sender: sound.begin()), made)
            }
            return nil
        }
        if let made = opened?.isNew { add.yield(made) }
        return opened?.0
    }

    private func remove(_ name: String, from sent: inout [String: Sent]) {
        sent.removeValue(forKey: name)?.input.end()
    }

    /// Ends the programs that were started for them.
    package func end() {
        for input in all { input.end() }
    }

    /// Hears all of them until the task is cancelled.
    package func run() async {
        await withTaskGroup { group in
            for input in fixed.values { group.addTask { await input.run() } }
            group.addTask { [self] in
                while (try? await clock.sleep(for: Self.look)) != nil { forgetLonely() }
            }
            for await sent in new { group.addTask { await sent.input.run() } }
        }
    }

    private func forgetLonely() {
        sent.withLock { sent in
            for (name, one) in sent where one.sound.lonelyFor.map({ $0 >= Self.patience }) ?? false { remove(name, from: &sent) }
        }
    }

    /// "Microphone of Anna's phone" becomes "microphone-of-anna-s-phone".
    private static func name(_ label: String) -> String {
        let words = label.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var name = words.joined(separator: "-").prefix(LiveSource.longestName - 3)
        while name.last == "-" { name.removeLast() }
        return name.isEmpty ? usualName : String(name)
    }
}
