/// The speaker of a channel, in the detail that loudness and down-mixing need.
package enum ChannelRole: String, Hashable, Sendable {
    case left, right, centre, lowFrequency, leftSurround, rightSurround, other
}
