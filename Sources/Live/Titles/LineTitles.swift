import System

/// What is said to a program that tells its titles in lines of text, and what its answers mean. One for each connection.
protocol TitleTalk {
    /// Bytes of the longest line.
    static var longestLine: Int { get }
    /// What is said first.
    var greeting: String? { get }
    /// Takes a line without its end; says what to answer and what is new.
    mutating func hear(_ line: [UInt8]) throws(TitleTrouble) -> TitleReply
}

/// What follows from a line.
struct TitleReply: Equatable {
    var answer: String?
    var news: TitleNews?
}

/// Why a program is not understood: its connection ends, and is tried again later.
struct TitleTrouble: Error, Equatable {}

/// Titles of a program at a port of some machine. It is dialled again when the connection ends.
final class LineTitles<Talk: TitleTalk>: TitleReader {
    /// Bytes that are read at a time, and at most before something else is done.
    private static var piece: Int { 16 << 10 }
    private static var mostPieces: Int { 16 }

    private let line: DialReader
    private let begin: () -> Talk
    private var talk: Talk?
    /// What came of a line.
    private var begun: [UInt8] = []

    init(_ host: String, _ port: UInt16, _ clock: any HouseClock, _ begin: @escaping () -> Talk) {
        line = DialReader(host, port, clock)
        self.begin = begin
    }

    func read() -> TitleNews? {
        var news: TitleNews?
        for _ in 0..<Self.mostPieces {
            switch line.read(Self.piece) {
            case .nothing:
                greet()
                return news
            case .noWriter:
                guard talk != nil else { return news }
                forget()
                return .nothing
            case .bytes(let bytes):
                greet()
                do throws(TitleTrouble) {
                    news = try take(bytes) ?? news
                } catch {
                    line.hangUp()
                    forget()
                    return .nothing
                }
            }
        }
        return news
    }

    func end() { line.hangUp() }

    private func forget() { (talk, begun) = (nil, []) }

    private func greet() {
        guard talk == nil else { return }
        let talk = begin()
        if let greeting = talk.greeting { line.send(greeting) }
        (self.talk, begun) = (talk, [])
    }

    private func take(_ bytes: [UInt8]) throws(TitleTrouble) -> TitleNews? {
        var news: TitleNews?
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            begun += rest[..<end]
            rest = rest[(end + 1)...]
            guard begun.count <= Talk.longestLine else { throw TitleTrouble() }
            if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
            guard let reply = try talk?.hear(begun) else { throw TitleTrouble() }
            begun = []
            if let answer = reply.answer { line.send(answer) }
            news = reply.news ?? news
        }
        begun += rest
        guard begun.count <= Talk.longestLine else { throw TitleTrouble() }
        return news
    }
}
