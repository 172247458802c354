import Catalog
import Library
import Music
import Web

/// Spectrum frames and waveforms from a track's analysis.
extension LibraryAPI {
    /// Seconds that an answer may wait for a missing analysis.
    private static let patience = 0.0...60.0
    /// A minute of frames is about a megabyte of JSON; for more there is the binary form.
    private static let mostFrames = 3_600
    /// Seconds; a track is a day long at most.
    private static let times = 0.0...1_000_000.0
    /// Four megabytes at 16 bits.
    private static let mostPixels = 1_000_000

    func addFrames(to routes: inout Routes) {
        read("/tracks/{track}/frames", in: &routes) { request in
            let (track, opened) = try await analysis(request)
            var response = Response(
                opened.file, section: opened.analysis.frameBytes, type: "application/octet-stream",
                etag: Self.tag(track, opened.analysis, "frames"), for: request.head)
            response.set("x-frames-per-second", "\(SpectrumFrame.perSecond)")
            response.set("x-bytes-per-frame", "\(SpectrumFrame.byteCount)")
            return response
        }
        read("/tracks/{track}/frames.json", takes: .long, in: &routes) { request in
            let query = QueryReader(request)
            let (track, opened) = try await analysis(request)
            let first = try query.int("first", in: 0...Int(Int32.max)) ?? 0
            let count = try query.int("count", in: 1...Self.mostFrames) ?? 60
            let bands = try query.int("bands", in: 1...SpectrumFrame.bandCount) ?? SpectrumFrame.bandCount
            let frames = FramesJSON(opened.analysis, first: first, count: count, bands: bands)
            try refuseDamaged(opened.analysis, of: track)
            return Response(json: frames)
        }
        for (ending, type) in [("dat", "application/octet-stream"), ("json", "application/json")] {
            read("/tracks/{track}/waveform.\(ending)", takes: .long, in: &routes) { request in
                let query = QueryReader(request)
                let (track, opened) = try await analysis(request)
                let pixels = try Self.pixels(of: opened.analysis, query)
                try refuseDamaged(opened.analysis, of: track)
                let bits: WaveformPixels.Resolution = try query.word("bits", as: Bits.self) == .sixteen ? .sixteenBits : .eightBits
                let version: WaveformPixels.Version = try query.word("version", as: FileVersion.self) == .one ? .one : .two
                let bytes = ending == "dat" ? pixels.binary(version, bits) : pixels.json(bits)
                return Response(
                    bytes, type: type, etag: Self.tag(track, opened.analysis, request.head.target.query), for: request.head)
            }
        }
        for ending in ["svg", "png"] {
            read("/tracks/{track}/waveform.\(ending)", takes: .long, in: &routes) { request in
                let options: WaveformPicture.Options
                do {
                    let query = QueryReader(request).all.filter { $0.key != "wait" && $0.key != "token" }
                    options = try WaveformPicture.Options(query: query)
                } catch {
                    throw Problem.badQuery(Problem.asSentence("\(error)"))
                }
                let (track, opened) = try await analysis(request)
                let picture = WaveformPicture(of: opened.analysis.waveform, options)
                try refuseDamaged(opened.analysis, of: track)
                return Response(
                    ending == "svg" ? Array(picture.svg.utf8) : picture.png,
                    type: ending == "svg" ? "image/svg+xml" : "image/png",
                    etag: Self.tag(track, opened.analysis, request.head.target.query), for: request.head)
            }
        }
    }

    /// The track that the URL names, and its analysis; a missing one is made now, for which the request waits as long as "wait"
    /// says.
    func analysis(_ request: Request) async throws -> (Track, AnalysisFiles.Opened) {
        let patience = try patience(of: request)
        if patience > .zero { try request.seat?.move(to: .waits) }
        let track = try await track(request)
        return (track, try await library.queue.analysis(of: track, patience: patience, for: request.seat))
    }

    /// Throws if a part of an analysis could not be read, and removes it: the next request has it made again.
    private func refuseDamaged(_ analysis: TrackAnalysis, of track: Track) throws(Problem) {
        guard analysis.isDamaged else { return }
        library.files.remove(track.identity)
        throw Problem(
            .conflict, "The track's analysis was damaged, and is made again.", type: "analysis-pending",
            extras: ["progress": .number(0)])
    }

    /// How long the request waits for an analysis.
    func patience(of request: Request) throws(Problem) -> Duration {
        .seconds(try QueryReader(request).number("wait", in: Self.patience) ?? 0)
    }

    static func tag(_ track: Track, _ analysis: TrackAnalysis, _ part: String) -> String {
        let sum = Checksum.of(Array(part.utf8).span)
        return "\"\(track.identity)-\(analysis.analyzer)-\(String(sum, radix: 36))\""
    }

    private static func pixels(of analysis: TrackAnalysis, _ query: QueryReader) throws(Problem) -> WaveformPixels {
        let waveform = analysis.waveform
        let start = try query.number("start", in: times) ?? 0
        let wanted = try query.number("end", in: times)
        if let wanted, wanted < start { throw .badQuery("start must not be greater than end.") }
        // There are no pixels after the track's end, so the part is cut there.
        let end = max(min(wanted ?? .infinity, analysis.duration.seconds), start)
        let samples = (end - start) * Double(analysis.sampleRate)
        let samplesPerPixel: Int
        if let pixels = try query.int("pixels", in: 1...Self.mostPixels) {
            samplesPerPixel = max(1, Int((samples / Double(pixels)).rounded(.up)))
        } else {
            samplesPerPixel = try query.int("samplesPerPixel", in: 1...Int(Int32.max)) ?? waveform.levels[0].samplesPerPoint
        }
        let finest = max(samplesPerPixel, waveform.levels[0].samplesPerPoint)
        guard samples / Double(finest) <= Double(Self.mostPixels) else {
            throw .badQuery("That would be more than \(Self.mostPixels) pixels: take more samples for each, or a shorter part.")
        }
        return WaveformPixels(of: waveform, samplesPerPixel: samplesPerPixel, part: start...end)
    }
}

private enum Bits: String, CaseIterable {
    case eight = "8"
    case sixteen = "16"
}

private enum FileVersion: String, CaseIterable {
    case one = "1"
    case two = "2"
}

/// Frames for scripts: bytes as numbers, as README.md of the analysis file explains them.
private struct FramesJSON: Encodable {
    struct Frame: Encodable {
        let bands: [UInt8]
        let loudness: UInt8
        let onset: UInt8
    }

    let rate: Int
    let total: Int
    let first: Int
    let frames: [Frame]

    init(_ analysis: TrackAnalysis, first: Int, count: Int, bands: Int) {
        rate = SpectrumFrame.perSecond
        total = analysis.frameCount
        let start = min(first, total)
        self.first = start
        frames = analysis.withFrames(start..<min(start + count, total)) { bytes in
            stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount).map { offset in
                let frame = bytes.extracting(offset..<offset + SpectrumFrame.byteCount)
                var merged = [UInt8](repeating: 0, count: bands)
                var shown = merged.mutableSpan
                SpectrumFrame.mergeBands(of: frame, to: bands, into: &shown)
                return Frame(bands: merged, loudness: frame[SpectrumFrame.loudness], onset: frame[SpectrumFrame.onset])
            }
        }
    }
}
