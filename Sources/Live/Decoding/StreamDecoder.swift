package import System

/// A process that decodes one stream while it comes. Nothing waits for it, except to end it.
package protocol StreamDecoder: AnyObject, Sendable {
    /// Gives it bytes of the stream; says how many it took, nil if it reads no more.
    func write(_ bytes: ArraySlice<UInt8>) -> Int?
    /// The stream has ended.
    func closeInput()
    /// Bytes that it was given and has not read yet.
    var unread: Int { get }
    /// Samples that it decoded, in the format of `SampleFormat.decoded`.
    func read(_ most: Int) -> Reading
    /// Bytes of samples that wait.
    var waiting: Int { get }
    /// What it did wrong so far.
    var complaint: String? { get }
    /// Kills it for a reason, or else lets it end; says why it failed, nil if it did its work. May take long.
    func end(because reason: String?) -> String?
}

/// Why no decoder could be started.
package struct DecoderLack: Error {
    let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// Starts a decoder, which may take long.
package typealias StartDecoder = @Sendable () throws(DecoderLack) -> any StreamDecoder
