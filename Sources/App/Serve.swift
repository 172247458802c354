import API
import Catalog
import Foundation
import Glibc
import Guardian
import Library
import Live
import Rooms
import System
import Web
import Workers

/// `downbeat serve`: runs the server until a signal stops it.
struct Serve {
    private let options: Options
    /// Nil without a guardian.
    private let guarded: Guarded?
    private let clock: any HouseClock

    init(_ options: Options, _ guarded: Guarded?, _ clock: any HouseClock) {
        self.clock = clock
        self.options = options
        self.guarded = guarded
    }

    func run() async throws(Failure) {
        let log = Log(level: options.logLevel, format: options.logFormat, clock: clock)
        let server: Server
        let vitals = Vitals(clock)
        let events = EventStreams()
        let push = CompanionPush()
        let library: Library
        let inputs: Inputs
        let rooms: Rooms
        let keeper: TLSKeeper?
        let links: Links
        // Before the server announces itself: whoever reads "listening" may send a signal at once.
        let signals = StopSignals(isGuarded: guarded != nil)
        guarded?.line.listen()
        guarded?.line.say(.obeys)
        do {
            let listeners = try guarded?.listeners ?? ListeningPort.open(options)
            options.companion?.makeFolder(options)
            library = try openLibrary(log)
            try TestFaults.refuse(ServerProcess.word)
            try await library.open(offersDemo: true)
            do {
                try await library.setAside.load(adding: guarded?.tracksSetAside ?? [], board: guarded?.board, library.reader)
            } catch CatalogError.diskFull {
                log.warning("tracks that ended the server are set aside until it ends", ["reason": "the disk is full"])
            }
            links = try Links(in: library.data, clock)
            do throws(Failure) {
                try library.data.note(bind: options.bind, port: listeners[0].port, basePath: options.basePath)
            } catch {
                log.warning("downbeat link will not find this server", ["reason": error.line])
            }
            inputs = NamedInput.start(
                options.inputs, titles: options.inputTitles, delay: options.inputDelay, log, clock, library.streamDecoder)
            rooms = try Rooms(
                library, LocalRoomStore(library.rooms, library.catalog, clock), log: log, clock: clock, inputs, guarded)
            let outside = Invitation(
                bind: options.bind, port: listeners[0].port, basePath: options.basePath, named: options.addresses)
            keeper = try TLSKeeper.begin(
                options.tls, folder: { () throws(Failure) in try library.data.certificates() }, hosts: { outside.hosts }, log: log,
                clock: clock)
            let tls = keeper
            let invitation = Invitation(
                bind: options.bind, port: listeners[0].port, basePath: options.basePath,
                names: options.allowedHosts, named: options.addresses, isSecure: { tls?.isSecure($0) ?? false },
                authority: tls?.authority?.pem)
            server = try Server(try site(vitals, library, rooms, events, push, invitation, links, tls, log), entrances(listeners))
            if guarded?.takesGreeting() ?? true {
                try await announce(library, invitation, companion(listeners).first?.port, tls?.authority?.fingerprint, log)
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unavailable("\(error)")
        }
        Self.connect(server, vitals, library, rooms, events, push)
        server.every(LibraryEvents.heartbeat) {
            library.events.beat()
            events.beat()
            links.endStreams()
            push.dismiss { !links.isValid($0) }
            Task { try await library.lookForRoom() }
            rooms.post { rooms in
                rooms.beat()
                rooms.dismiss { !links.isValid($0) }
            }
        }
        await withTaskGroup { group in
            group.addTask { await server.run() }
            group.addTask { await keeper?.keep() }
            group.addTask { await push.run(library) }
            group.addTask { await inputs.run() }
            group.addTask {
                await rooms.restore { guarded?.line.say(.ready) }
                await library.begin()
                await rooms.recordings.storeLeft()
            }
            group.addTask {
                let signal = await signals.next()
                if let line = guarded?.line, line.makesWay {
                    log.info("making way for another program")
                    await server.hush()
                    await rooms.settled()
                    await server.stop(.restart)
                } else {
                    log.info("stopping", ["signal": signal])
                    guarded?.line.say(.stopping)
                    await server.stop()
                }
                await rooms.recordings.end()
                await library.end()
                rooms.close()
                inputs.end()
                await library.close()
                log.info("stopped")
                log.drain()
                // Handlers that still run have had their time: no client waits for them.
                exit(0)
            }
        }
    }

    private func openLibrary(_ log: Log) throws -> Library {
        let holder = guarded?.guardian ?? getpid()
        func open() throws -> Library {
            try Library(options.library, WorkerProgram(), log: log, clock: clock, holder: holder)
        }
        do {
            return try open()
        } catch CatalogError.tooNew where guarded?.wentBack == true {
            // Nobody has used the new program: it has not served.
            let data = try DataFolder(
                at: DataFolder.location(option: options.library.dataFolder, environment: ProcessInfo.processInfo.environment),
                holder: holder)
            let replaced = try CatalogRestore.restoreMigrated(in: data.path, at: clock.second)
            withExtendedLifetime(data) {}
            log.warning("the catalog of before the new program is back", ["replaced": replaced ?? ""])
        }
        return try open()
    }

    /// Tells those who listen what happens in the library and in the rooms. The server may be without a port.
    static func connect(
        _ server: Server, _ vitals: Vitals, _ library: Library, _ rooms: Rooms, _ events: EventStreams, _ push: CompanionPush
    ) {
        vitals.attach(server)
        push.attach(server)
        let teller = RoomObserver { news, room in
            guard case .begins(let piece) = news else { return }
            push.hear(.begins(piece, room: room))
            Task { await library.tellPlaying(piece) }
        }
        rooms.open(LocalRoomBus(server, events), observers: [teller])
        library.events.observe { push.hear(.library($0)) }
        library.events.observe { event in
            switch event {
            case .library(.grid(_, let recording)): rooms.post { $0.correct(recording) }
            case .library(.lyrics(_, let recording)): rooms.post { $0.correctLyrics(recording) }
            case .library(.tracks): rooms.post { $0.review() }
            case .analysis(let id, .done):
                rooms.post { $0.lookForDemo() }
                Task { if let track = try? await library.reader.track(id) { await library.updateSongs(following: track) } }
            default: break
            }
        }
    }

    /// The listeners of the companion's own port: they come after the main ones.
    private func companion(_ listeners: [Listener]) -> [Listener] {
        options.companionPort == nil ? [] : Array(listeners.suffix(listeners.count / 2))
    }

    private func entrances(_ listeners: [Listener]) -> [Entrance] {
        let companion = companion(listeners)
        let main = Entrance(
            Array(listeners.dropLast(companion.count)),
            requests: CompanionAPI.requests(atRoot: false, basePath: options.basePath))
        guard !companion.isEmpty else { return [main] }
        let requests = CompanionAPI.requests(atRoot: true, basePath: options.basePath)
        return [main, Entrance(companion, prefix: CompanionAPI.prefix, requests: requests)]
    }

    /// What is served, and how.
    func site(
        _ vitals: Vitals, _ library: Library, _ rooms: Rooms, _ events: EventStreams, _ push: CompanionPush,
        _ invitation: Invitation,
        _ links: Links, _ tls: TLSKeeper?, _ log: Log
    ) throws -> Site {
        let folder = try Self.publicFolder(options)
        let origins = OriginPolicy(origins: options.allowedOrigins)
        let ingress = Ingress(owners: options.gatewayOwners, others: options.gatewayRole)
        let viewers = try viewers(library, links, ingress)
        let access = AccessControl(
            owner: library.data.token, isOpen: options.isControlOpen, isCompanionOpen: options.isCompanionOpen, origins: origins,
            links: links, viewers: viewers, ingress: ingress)
        var routes = SystemRoutes.make(vitals, library, rooms, access, guarded)
        let api = LibraryAPI(library, rooms, events, access: access, invitation: invitation, guarded)
        api.add(to: &routes)
        rooms.parties.observe { parties, edition in
            Task {
                do {
                    try await api.doors.hear(parties, edition)
                } catch {
                    log.warning("the link of a party cannot be kept", ["reason": "\(error)"])
                }
            }
        }
        CompanionAPI(library, access, vitals, push).add(to: &routes)
        try OwnRenderers(folder: options.renderersFolder).add(to: &routes)
        TestFaults.add(to: &routes, rooms)
        var site = Site(
            routes: guarded.map { routes.watched(by: $0.board, clock, refused: $0.refusedRequests, isRefused: $0.refuses) }
                ?? routes,
            files: try StaticFiles(
                folder: folder, frameAncestors: options.frameAncestors, asWritten: PublicFolder.toCopy),
            hosts: HostPolicy(names: options.allowedHosts + options.hostsOfAddresses), origins: origins,
            spoolFolder: library.data.spool, log: log, clock: clock)
        site.problemPrefixes = ["/api/", CompanionAPI.prefix + "/", "/v1/"]
        site.tidyPrefixes = [CompanionAPI.prefix + "/"]
        site.limits = options.limits
        site.board = guarded?.board
        if let viewers { site.reading = { try viewers.check($0) } }
        site.openPaths = ViewerAccess.openPaths
        site.basePath = options.basePath
        site.encryption = tls?.encryption
        site.bindsToTLS = options.bindsToTLS
        let gateways = options.gateways
        let proxies = options.trustedProxies + gateways
        site.trusts = { peer in peer.isLoopback || proxies.contains { $0.contains(peer) } }
        site.isGateway = { peer in gateways.contains { $0.contains(peer) } }
        return site
    }

    /// The folder of the page.
    static func publicFolder(_ options: Options) throws(Failure) -> String {
        guard let folder = options.publicFolder ?? PublicFolder.find() else {
            throw .unavailable("no Public folder found: name it with --public DIR")
        }
        return folder
    }

    /// The check of readers; nil if everyone may read.
    private func viewers(_ library: Library, _ links: Links, _ ingress: Ingress) throws -> ViewerAccess? {
        guard options.needsViewerKey else { return nil }
        return ViewerAccess(key: try library.data.viewerKey(), owner: library.data.token, links: links, ingress: ingress)
    }

    private func announce(
        _ library: Library, _ invitation: Invitation, _ companionPort: UInt16?, _ fingerprint: String?, _ log: Log
    ) async throws {
        options.companion?.tell(log, options, data: library.data.path)
        let folders = try await library.catalog.folders().map { String(decoding: $0.path, as: UTF8.self) }
        let isForPeople = options.logFormat == .text
        Greeting(
            invitation: invitation, token: options.isControlOpen ? nil : library.data.token, loops: options.loops,
            data: library.data.path, folders: folders, tracks: try await library.surveyor.census().tracks,
            isDemo: library.demo != nil, viewerKey: options.needsViewerKey ? try library.data.viewerKey() : nil,
            fingerprint: fingerprint, companionPort: companionPort
        ).tell(log, isForPeople ? Terminal(environment: ProcessInfo.processInfo.environment) : nil)
        if options.opensBrowser { openBrowser(library, invitation, log) }
    }

    private func openBrowser(_ library: Library, _ invitation: Invitation, _ log: Log) {
        guard let browser = DesktopBrowser(ProcessInfo.processInfo.environment) else {
            return log.warning("no browser is opened", ["reason": "there is no desktop session"])
        }
        do throws(Failure) {
            try browser.open(Invitation.with(invitation.here, library.data.token))
        } catch {
            log.warning("no browser is opened", ["reason": error.line])
        }
    }
}
