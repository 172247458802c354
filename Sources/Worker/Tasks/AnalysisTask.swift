import Analysis
import Decode
import Music
import Signal

/// The worker's part of an analysis: reads the input track once and writes its analysis file to the output.
enum AnalysisTask {
    /// Decoding is nearly all of the work; the rest of the progress is for finishing the analysis.
    private static let shareOfDecoding = 0.95

    /// The only argument is the file's name: some formats are recognized only by the extension.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        let decoder = try AudioDecoder(
            descriptor: input.descriptor, nameHint: bench.arguments.first ?? "", arriving: input.arriving)
        let format = decoder.format
        var reader = try MonoReader(decoder, rate: BandSpectrum.sampleRate)
        var analyzer = TrackAnalyzer(
            sampleRate: format.sampleRate, roles: format.roles, output: output)
        var showing = Showing(isFast: input.arriving == nil)
        while try reader.next() {
            try analyzer.add(reader.block, beatSamples: reader.mono)
            if showing.isDue(analyzer.frameCount) { bench.report(frames: showing.shown(try analyzer.showFrames())) }
            if let progress = reader.decoder.progress { bench.report(progress: progress * shareOfDecoding) }
        }
        let description = TrackDescription(
            codec: format.codec, container: format.container, damage: reader.decoder.damage?.description,
            tags: reader.decoder.tags)
        let colours = colours(of: reader.decoder.coverArt(), bench)
        try analyzer.finish(description: description, colours: colours)
    }

    /// A cover that cannot be read yields no colours; the track's analysis goes on.
    private static func colours(of cover: CoverArt?, _ bench: WorkerBench) -> [Colour] {
        guard let cover else { return [] }
        do {
            return try CoverColours.dominant(in: cover)
        } catch {
            bench.note("the cover has no colours: \(error)")
            return []
        }
    }
}

/// When to report new frames to those who already play the track: often at first, then at growing intervals.
private struct Showing {
    /// The frames that a room waits for, and some more for results that need later frames. Those take no time where the whole file is there.
    private static let (first, firstOfArriving) = (6 * SpectrumFrame.perSecond, 4 * SpectrumFrame.perSecond)
    private static let step = SpectrumFrame.perSecond
    /// A sixteenth of the frames so far: by then the player is far behind them.
    private static let part = 16

    private var next: Int

    init(isFast: Bool) { next = isFast ? Self.first : Self.firstOfArriving }

    func isDue(_ count: Int) -> Bool { count >= next }

    mutating func shown(_ count: Int) -> Int {
        next = count + max(Self.step, count / Self.part)
        return count
    }
}

/// The worker got no file that its task needs.
struct WorkMissing: Error, CustomStringConvertible {
    let description = "the worker was given no file to read or none to write"
}
