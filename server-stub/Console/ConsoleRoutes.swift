internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// `GET /console`, the page, and `GET /console/{file}`, what it loads. They hold nothing of anybody's: whoever looks at the
/// page logs in by `POST /v1/sessions`, and the page uses the routes that everybody has.
struct ConsoleRoutes: RouteGroup {
  private let parts = Dictionary(uniqueKeysWithValues: ConsoleFile.parts.map { ($0.name, $0) })

  var routes: [Route] {
    [Route(.get, "/console", page), Route(.get, "/console/:file", part)]
  }

  @Sendable private func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    Self.answer(ConsoleFile.page, to: request)
  }

  @Sendable private func part(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let file = context.parameters.get("file").flatMap({ parts[$0] }) else {
      throw APIFailure(.notFound, "the console has no such file")
    }
    return Self.answer(file, to: request)
  }

  private static func answer(_ file: ConsoleFile, to request: Request) -> Response {
    var headers = ConsoleHeaders.all
    headers[.eTag] = file.tag
    guard !EntityTag.matches(file.tag, request.headers[.ifNoneMatch]) else {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = file.contentType
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.content))
  }
}

/// The headers of the console's files: the page runs its own scripts and styles, speaks to its own server, and does nothing
/// else (Content Security Policy Level 3, Trusted Types).
enum ConsoleHeaders {
  static let all: HTTPFields = {
    var fields: HTTPFields = [
      // Asked about each time, so that a new server never meets an old page.
      .cacheControl: "no-cache",
      .contentSecurityPolicy: contentSecurityPolicy,
    ]
    let more = [
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=()",
    ]
    for (name, value) in more { if let name = HTTPField.Name(name) { fields[name] = value } }
    return fields
  }()

  private static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
    // Forms are sent by scripts alone: a password never stands in an address.
    "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
    // No text ever becomes markup or a script.
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")
}
