import Web
@main struct Main { static func main() async { print(monotonic()) } }
