import Foundation
import NIOHTTP1
import Testing

@testable import VaultServer

/// The console's files as browsers get them; `Tests/Browser` uses the page in a real one.
@Suite("Console files")
struct ConsoleTests {
  private func withServer(_ body: (RunningServer) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in try await body(server) }
  }

  @Test("the page may load and reach its own server alone, in no frame, and turn no text into markup")
  func headers() async throws {
    try await withServer { server async throws in
      let page = try await server.send(.GET, "/console")
      #expect(page.status == 200 && page.headers["Content-Type"] == ["text/html; charset=utf-8"])
      let policy = try #require(page.headers.first(name: "Content-Security-Policy"))
      #expect(page.headers["Content-Security-Policy"].count == 1)
      for rule in [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
        "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
      ] { #expect(policy.components(separatedBy: "; ").contains(rule)) }
      #expect(!policy.contains("unsafe"))
      let expected = [
        "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
      ]
      for (name, value) in expected { #expect(page.headers[name] == [value]) }
      #expect(page.headers["Set-Cookie"].isEmpty)
    }
  }

  @Test("a file that the browser has is not sent again, and HEAD has no body")
  func entityTag() async throws {
    try await withServer { server async throws in
      let page = try await server.send(.GET, "/console")
      let tag = try #require(page.headers.first(name: "ETag"))
      let again = try await server.send(.GET, "/console", headers: ["If-None-Match": tag])
      #expect(again.status == 304 && again.body.isEmpty)
      #expect(again.headers["Content-Security-Policy"] == page.headers["Content-Security-Policy"])
      let head = try await server.send(.HEAD, "/console")
      #expect(head.status == 200 && head.body.isEmpty && head.headers.first(name: "ETag") == tag)
    }
  }

  @Test("everything that the page and its scripts name is there, and nothing is from elsewhere")
  func parts() async throws {
    try await withServer { server async throws in
      let page = String(decoding: try await server.send(.GET, "/console").body, as: UTF8.self)
      let named = page.matches(of: #/(?:src|href)="(\/[^"]*)"/#).map { String($0.1) }
      #expect(Set(named) == Set(ConsoleFile.parts.map { "/console/\($0.name)" }))
      for path in named { #expect(try await server.send(.GET, path).status == 200) }
      for file in ConsoleFile.parts {
        let answer = try await server.send(.GET, "/console/\(file.name)")
        #expect(answer.status == 200 && answer.headers.first(name: "Content-Type") == file.contentType)
        let text = String(decoding: answer.body, as: UTF8.self)
        for imported in text.matches(of: #/from '\.\/([^']*)'/#) {
          #expect(ConsoleFile.parts.contains { $0.name == imported.1 })
        }
        #expect(!text.contains("innerHTML") && !text.contains("insertAdjacentHTML") && !text.contains("eval("))
        #expect(text.replacing("http://www.w3.org/2000/svg", with: "").contains("://") == false)
      }
      #expect(!page.contains("://") && !page.contains("<style") && !page.contains(" style="))
      #expect(page.matches(of: #/<script/#).count == 1)
    }
  }

  @Test("a page from elsewhere may ask nothing in a user's name: there is no cookie, and no permission to send a token")
  func otherPages() async throws {
    try await withServer { server async throws in
      try await server.addAccount()
      let login = try await server.login()
      #expect(login.status == 201 && login.headers["Set-Cookie"].isEmpty)
      let asking = [
        "Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      ]
      for path in ["/v1/sessions", "/v1/pushes", "/v1/admin/accounts", "/console"] {
        let answer = try await server.send(.OPTIONS, path, headers: asking)
        #expect(answer.status == 405)
        #expect(answer.headers.allSatisfy { !$0.name.lowercased().hasPrefix("access-control-") })
      }
      // What a form of another page can send without asking.
      let body = RunningServer.credentials("ada@example.org", "correct horse")
      #expect(try await server.send(.POST, "/v1/sessions", body: body, type: "text/plain").status == 415)
    }
  }

  @Test(
    "no other path below the console leads anywhere", arguments: ["other.js", "..%2F..%2Fetc%2Fpasswd", "%00", "a/b"])
  func unknown(_ name: String) async throws {
    try await withServer { server async throws in
      #expect(try await server.send(.GET, "/console/\(name)").status == 404)
      #expect(try await server.send(.POST, "/console", body: "{}").status == 405)
    }
  }
}
