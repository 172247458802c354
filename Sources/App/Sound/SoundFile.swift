/// What a room needs to know of a track to have its sound.
struct SoundFile: Sendable {
    /// The file's name: some formats are told by its ending alone.
    let name: String
    /// How much louder it is to be played, in dB.
    var gain = 0.0
    /// Opens the file; called on a thread that may wait for a disk.
    let open: @Sendable () throws(WorkerFailure) -> WorkerFile
}
