/// Spectrum frames that can be read by their number.
package protocol FrameStore: Sendable {
    /// The numbers of the frames that can be read, counted from position 0. Of sound without an end the first ones are gone.
    var frames: Range<Int> { get }

    /// The bytes of some of these frames, each `SpectrumFrame.byteCount` long.
    func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result
}

/// The frames at the beginning of an analysis file that is still being written. Written frames never change.
package struct GrowingFrames: FrameStore {
    package let frameCount: Int
    package var frames: Range<Int> { 0..<frameCount }
    private let file: FileBytes

    /// The first `frameCount` frames of a file, which it must hold already; the descriptor may be closed afterwards.
    package init(descriptor: Int32, frameCount: Int) throws(AnalysisFileError) {
        self.init(try FileBytes(growing: descriptor), frameCount: frameCount)
    }

    /// The number of complete frames in a file of this length so far.
    package static func count(inFileOf length: Int) -> Int {
        max(0, length - AnalysisLayout.firstSection) / SpectrumFrame.byteCount
    }

    private init(_ file: FileBytes, frameCount: Int) {
        self.file = file
        self.frameCount = frameCount
    }

    /// The same file, once it has more frames.
    package func grown(to frameCount: Int) -> GrowingFrames {
        GrowingFrames(file, frameCount: max(frameCount, self.frameCount))
    }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= frameCount)
        return file.withValues(
            of: UInt8.self, at: AnalysisLayout.firstSection + range.lowerBound * SpectrumFrame.byteCount,
            count: range.count * SpectrumFrame.byteCount, body)
    }
}
