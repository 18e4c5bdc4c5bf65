internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

extension ServerClientError {
  /// What an error of the HTTP client means. Its own text is never repeated: it can quote headers.
  init(transport error: any Error) {
    switch error {
    case let error as ServerClientError: self = error
    case let error as HTTPClientError: self = Self.meaning(of: error)
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      self.init(.tls, "the server's certificate is not trusted, or the handshake failed")
    case HTTPParserError.invalidEOFState: self.init(.unreachable, "the connection broke")
    case is HTTPParserError: self.init(.garbage, "the answer is not HTTP")
    case let error as ChannelError:
      if case .connectTimeout = error {
        self.init(.timedOut, "no connection in time")
      } else {
        self.init(.unreachable, "the connection broke")
      }
    case is CancellationError: self.init(.timedOut, "the request was given up")
    default: self.init(.unreachable, "nothing answers there")
    }
  }

  private static func meaning(of error: HTTPClientError) -> ServerClientError {
    switch error {
    case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
      ServerClientError(.timedOut, "no answer in time")
    case .tlsHandshakeTimeout: ServerClientError(.tls, "the TLS handshake was not finished in time")
    case .cancelled: ServerClientError(.timedOut, "the request was given up")
    case .remoteConnectionClosed: ServerClientError(.unreachable, "the server closed the connection without an answer")
    case .invalidURL, .emptyHost, .emptyScheme: ServerClientError(.insecureOrigin, "the address can't be used")
    default: ServerClientError(.garbage, "the answer breaks HTTP's rules")
    }
  }
}
