/// What a room needs to know of a track to have its sound.
package struct SoundFile: Sendable {
    /// The file's name: some formats are told by its ending alone.
    package let name: String
    /// How much louder it is to be played, in dB.
    package var gain = 0.0
    /// Opens the file; called on a thread that may wait for a disk.
    package let open: @Sendable () throws(WorkerFailure) -> WorkerFile

    package init(name: String, gain: Double = 0.0, open: @escaping @Sendable () throws(WorkerFailure) -> WorkerFile) {
        self.name = name
        self.gain = gain
        self.open = open
    }
}
