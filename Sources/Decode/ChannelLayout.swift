import CFFmpeg
import Signal

/// An owned FFmpeg channel layout; unnamed channels get the default names.
struct ChannelLayout: ~Copyable {
    private(set) var value: AVChannelLayout

    /// A copy of `layout`; channels without positions get the default ones.
    init(_ layout: AVChannelLayout) {
        value = AVChannelLayout()
        var layout = layout
        if layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&value, layout.nb_channels)
        } else if av_channel_layout_copy(&value, &layout) < 0 {
            av_channel_layout_default(&value, layout.nb_channels)
        }
    }

    /// The layout of this name, as `name` gives it; nil for a name that FFmpeg doesn't know.
    init?(name: String) {
        value = AVChannelLayout()
        guard av_channel_layout_from_string(&value, name) == 0 else { return nil }
        guard value.order == AV_CHANNEL_ORDER_UNSPEC else { return }
        av_channel_layout_default(&value, value.nb_channels)
    }

    init(channels: Int) {
        value = AVChannelLayout()
        av_channel_layout_default(&value, Int32(channels))
    }

    deinit {
        var value = value
        av_channel_layout_uninit(&value)
    }

    var channels: Int { Int(value.nb_channels) }

    /// False if the positions of the channels are unknown, so that no matrix can mix them.
    var isKnown: Bool { value.order != AV_CHANNEL_ORDER_UNSPEC }

    var name: String {
        var layout = value
        var buffer = [CChar](repeating: 0, count: 256)
        let length = av_channel_layout_describe(&layout, &buffer, buffer.count)
        guard length > 0, Int(length) <= buffer.count else { return "\(channels) channels" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var roles: [ChannelRole] {
        var layout = value
        if channels == 1 { return [.centre] }
        return (0..<channels).map { ChannelRole(av_channel_layout_channel_from_index(&layout, UInt32($0))) }
    }
}
