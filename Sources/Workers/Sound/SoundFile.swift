/// The file of a track, as a room needs it to play its sound.
package struct SoundFile: Sendable {
    /// The file's name: some formats are recognized only by the extension.
    package let name: String
    /// The playback gain in dB.
    package var gain = 0.0
    /// Opens the file; called on a thread that may block.
    package let open: @Sendable () throws(WorkerFailure) -> WorkerFile

    package init(name: String, gain: Double = 0.0, open: @escaping @Sendable () throws(WorkerFailure) -> WorkerFile) {
        self.name = name
        self.gain = gain
        self.open = open
    }
}
