import Session
import Synchronization
import Text
import Web

/// Makes the frames of a track piece by piece, each when the client has taken those before, so that an answer of any length takes
/// the memory of a few pieces and no loop waits for it. All but a test's are made in the slow lane.
final class FramesBody: Sendable {
    /// How the frames are written.
    enum Form {
        /// All values in a row, as 32-bit floats, little-endian.
        case binary
        case json(path: String, duration: Double)
    }

    private struct Work: ~Copyable {
        var next = 0
        var gzip: GzipStream?
        var isMaking = false
        /// The client took what was made while more was being made.
        var isAskedAgain = false
    }

    /// Bytes of a piece: half of what may wait for a client.
    private static let pieceSize = 64 << 10
    /// Of a value with its comma.
    private static let longestNumber = 6
    private static let mostUnsent = 192 << 10

    private let frames: ShownFrames
    private let form: Form
    private let body = BodyStream(limit: mostUnsent, hasEnd: true)
    private let work: Mutex<Work>
    private let framesPerPiece: Int
    private let place: SlowLane.Place?

    private init(_ frames: ShownFrames, _ form: Form, isPacked: Bool, in place: SlowLane.Place?) {
        self.place = place
        self.frames = frames
        self.form = form
        framesPerPiece = max(1, Self.pieceSize / (frames.bandCount * Self.longestNumber + 2))
        work = Mutex(Work(gzip: isPacked ? GzipStream() : nil))
    }

    /// The body of an answer, of which the first pieces are made at once.
    static func stream(_ frames: ShownFrames, as form: Form, isPacked: Bool, in place: SlowLane.Place?) -> BodyStream {
        let maker = FramesBody(frames, form, isPacked: isPacked, in: place)
        maker.work.withLock { $0.isMaking = true }
        maker.body.onDelivery { maker.goOn() }
        maker.make()
        return maker.body
    }

    /// Goes on in a task, if it is not at work already; called on a loop.
    private func goOn() {
        // Set here, not in the task: the loop may call again before that begins.
        let begins = work.withLock { work in
            work.isAskedAgain = work.isMaking
            return !exchange(&work.isMaking, with: true)
        }
        guard begins else { return }
        Task(executorPreference: place) { self.make() }
    }

    /// Makes what has room. One call at a time.
    private func make() {
        while true {
            while body.hasRoom(for: Self.pieceSize + Self.pieceSize / 2) {
                let (piece, isLast) = work.withLock { next(&$0) }
                guard body.send(piece) else { return }
                if isLast { return body.finish() }
            }
            let isDone = work.withLock { work in
                work.isMaking = work.isAskedAgain
                work.isAskedAgain = false
                return !work.isMaking
            }
            if isDone { return }
        }
    }

    private func next(_ work: inout Work) -> (piece: [UInt8], isLast: Bool) {
        let range = work.next..<min(work.next + framesPerPiece, frames.count)
        work.next = range.upperBound
        let isLast = work.next == frames.count
        let values = frames.values(of: range)
        let bytes = isBinary ? Self.floats(values) : text(values, isFirst: range.lowerBound == 0, isLast: isLast)
        return (work.gzip?.write(bytes, isLast: isLast) ?? bytes, isLast)
    }

    private var isBinary: Bool {
        if case .binary = form { true } else { false }
    }

    private static func floats(_ values: [Float]) -> [UInt8] {
        let bits = values.map { $0.bitPattern.littleEndian }
        return bits.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: source.count) { bytes, count in
                UnsafeMutableRawBufferPointer(bytes).copyMemory(from: source)
                count = source.count
            }
        }
    }

    private func text(_ values: [Float], isFirst: Bool, isLast: Bool) -> [UInt8] {
        let (numbers, width) = (Self.numbers, frames.bandCount)
        let room = values.count * Self.longestNumber + values.count / width * 2 + MemoryLayout<UInt64>.size
        let list = [UInt8](unsafeUninitializedCapacity: room) { list, count in
            let text = UnsafeMutableRawBufferPointer(list)
            for start in stride(from: 0, to: values.count, by: width) {
                if !isFirst || start > 0 {
                    text[count] = UInt8(ascii: ",")
                    count += 1
                }
                text[count] = UInt8(ascii: "[")
                count += 1
                for value in values[start..<start + width] {
                    let number = numbers[Int(Float(numbers.count - 1) * value + 0.5)]
                    text.storeBytes(of: number.text.littleEndian, toByteOffset: count, as: UInt64.self)
                    count += number.count
                }
                // In place of the last comma.
                text[count - 1] = UInt8(ascii: "]")
            }
        }
        return (isFirst ? head : []) + list + (isLast ? Array("]}\n".utf8) : [])
    }

    /// What stands before the frames.
    private var head: [UInt8] {
        guard case .json(let path, let duration) = form else { return [] }
        let head = FramesHead(
            path: path, fps: frames.rate, points: frames.bandCount, count: frames.count, duration: rounded(duration, to: 3))
        return JSON.bytes(head).dropLast() + Array(",\"frames\":[".utf8)
    }

    /// The numbers from 0 to 1 with three decimals, each with a comma, as bytes in a row: a step of 0.001 is a twentieth of a decibel.
    private static let numbers: [(text: UInt64, count: Int)] = (0...1000).map { thousandths in
        var text = thousandths == 1000 ? "1" : "0." + String(1000 + thousandths).dropFirst()
        if thousandths < 1000 { while text.last == "0" || text.last == "." { text.removeLast() } }
        let bytes = Array(((text.isEmpty ? "0" : text) + ",").utf8)
        return (bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, bytes.count)
    }
}

private struct FramesHead: Encodable {
    let path: String
    let fps: Int
    let points: Int
    let count: Int
    let duration: Double

    private enum Key: String, CodingKey {
        case path = "relative_path"
        case status, fps, points, duration
        case count = "frame_count"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(path, forKey: .path)
        try object.encode("ready", forKey: .status)
        try object.encode(fps, forKey: .fps)
        try object.encode(points, forKey: .points)
        try object.encode(count, forKey: .count)
        try object.encode(duration, forKey: .duration)
    }
}
