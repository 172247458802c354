/// The kits that every server has, synthesized when they are first used.
extension ClickKit {
    package static let wood = ClickKit(name: "wood", label: "Wood block", sounds: WoodBlock.sounds)
    private static let sticks = ClickKit(name: "sticks", label: "Sticks", sounds: Sticks.sounds)
    private static let hat = ClickKit(name: "hat", label: "Hi-hat", sounds: HiHat.sounds)
    private static let cowbell = ClickKit(name: "cowbell", label: "Cowbell", sounds: Cowbell.sounds)
    private static let beep = ClickKit(name: "beep", label: "Beep", sounds: Beep.sounds)
    private static let drums = ClickKit(name: "drums", label: "Drum kit", sounds: DrumKit.sounds)
    private static let mallet = ClickKit(name: "soft", label: "Soft", sounds: SoftMallet.sounds)
    private static let shaker = ClickKit(name: "shaker", label: "Shaker", sounds: Shaker.sounds)

    package static var builtIn: [ClickKit] { [wood, sticks, hat, cowbell, beep, drums, mallet, shaker] }

    /// The kit that every server has under a name.
    package static func builtIn(_ name: String) -> ClickKit? {
        switch name {
        case "wood": wood
        case "sticks": sticks
        case "hat": hat
        case "cowbell": cowbell
        case "beep": beep
        case "drums": drums
        case "soft": mallet
        case "shaker": shaker
        default: nil
        }
    }
}
