import Web

/// The key that a page came with, for a cookie that the browser sends with everything.
extension LibraryAPI {
    private struct SessionBody: Decodable {
        let key: String
    }

    /// A key and the braces around it are far shorter.
    private static let sessionBody = BodyPolicy.memory(limit: 4 << 10)

    func addSession(to routes: inout Routes) {
        let access = access
        read(ViewerAccess.sessionPath, in: &routes) { request in
            try access.viewers?.check(request.caller)
            return Response(.noContent).uncached
        }
        // Another site's page must not choose whose viewer a browser is.
        let admit: Routes.Guard = { try access.checkOrigin($0) }
        routes.on(.post, Self.prefix + ViewerAccess.sessionPath, body: Self.sessionBody, guard: admit) { request in
            let key = try request.json(SessionBody.self).key
            var response = Response(.noContent).uncached
            guard let viewers = access.viewers else { return response }
            try viewers.admit([key], request.caller)
            response.set("set-cookie", viewers.setCookie(for: request, basePath: invitation.basePath))
            return response
        }
    }
}
