import Foundation
import Music
import Session
import Testing
import Yardstick

@testable import API
@testable import Web

@Suite("Bodies of frames")
struct FramesBodyTests {
    /// All bytes of a body, taken as a loop does, which may report a delivery twice.
    private func bytes(_ body: BodyStream) async -> [UInt8] {
        let (wakes, source) = AsyncStream.makeStream(of: Void.self)
        body.attach { source.yield() }
        source.yield()
        var bytes: [UInt8] = []
        for await _ in wakes {
            let batch = body.take()
            bytes += batch.pieces.flatMap(\.self)
            if batch.isLast { break }
            body.delivered()
            body.delivered()
        }
        body.end()
        return bytes
    }

    @Test("pieces come in their order, however often a delivery is reported, and are the same each time", arguments: [false, true])
    func order(isPacked: Bool) async throws {
        let analysis = try MadeAnalysis.track(seconds: 400, seed: 3)
        let frames = ShownFrames(analysis, rate: 60, bands: 16)
        let form = FramesBody.Form.json(path: "a \"b\"", duration: 400)
        let first = await bytes(FramesBody.stream(frames, as: form, isPacked: isPacked, in: nil))
        for _ in 0..<3 { #expect(await bytes(FramesBody.stream(frames, as: form, isPacked: isPacked, in: nil)) == first) }
        guard !isPacked else { return }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(first)) as? [String: Any])
        let lists = try #require(object["frames"] as? [[Double]])
        #expect(object["relative_path"] as? String == "a \"b\"" && lists.count == 24_000)
        let values = frames.values(of: 0..<frames.count)
        #expect(zip(lists.flatMap(\.self), values).allSatisfy { abs($0 - Double($1)) <= 0.00051 })
        let floats = await bytes(FramesBody.stream(frames, as: .binary, isPacked: false, in: nil))
        let same = values.map(\.bitPattern.littleEndian).withUnsafeBytes { floats.elementsEqual($0) }
        #expect(same)
    }
}
