import Web

/// Exchanges the key of a page's link for a cookie, which the browser sends with every request.
extension LibraryAPI {
    private struct SessionBody: Decodable {
        let key: String
    }

    /// A JSON object with a key is far shorter.
    private static let sessionBody = BodyPolicy.memory(limit: 4 << 10)

    func addSession(to routes: inout Routes) {
        let access = access
        read(ViewerAccess.sessionPath, in: &routes) { request in
            try access.viewers?.check(request.caller)
            return Response(.noContent).uncached
        }
        // A page of another site must not choose which key a browser's cookie has.
        let admit: Routes.Guard = { try access.checkOrigin($0) }
        routes.on(.post, Self.prefix + ViewerAccess.sessionPath, body: Self.sessionBody, guard: admit) { request in
            let key = try request.json(SessionBody.self).key
            var response = Response(.noContent).uncached
            guard let viewers = access.viewers else { return response }
            try viewers.admit([key], request.caller)
            response.set("set-cookie", viewers.setCookie(key, for: request, basePath: invitation.basePath))
            return response
        }
    }
}
