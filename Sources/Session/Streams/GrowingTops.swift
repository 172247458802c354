import Music
import Synchronization

/// The levels of frames that are being made, for all scores that are made of them meanwhile: what is old is neither computed nor
/// copied again.
final class GrowingTops: Sendable {
    private let known = Mutex<[UInt8]>([])

    /// Computes those levels that have become final. Frames that are there already never change.
    func grow(in frames: some FrameStore) {
        known.withLock { PictureTops.add(to: &$0, through: PictureTops.settled(frames.frames.upperBound), in: frames) }
    }

    func levels(of frames: Range<Int>) -> [UInt8] { known.withLock { Array($0[frames]) } }
}
