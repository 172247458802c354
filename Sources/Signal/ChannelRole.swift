/// Where a channel's sound comes from, as far as loudness and down-mixing need to know.
package enum ChannelRole: String, Hashable, Sendable {
    case left, right, centre, lowFrequency, leftSurround, rightSurround, other
}
