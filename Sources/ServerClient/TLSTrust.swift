internal import NIOSSL

/// Whom to trust besides the certificate authorities of the system.
public struct TLSTrust: Sendable {
  let certificates: [NIOSSLCertificate]

  /// The system's authorities alone.
  public static let system = TLSTrust(certificates: [])

  private init(certificates: [NIOSSLCertificate]) { self.certificates = certificates }

  /// The system's authorities and those in a PEM file (`--ca FILE`).
  ///
  /// - Throws: ``ServerClientError/Code/tls`` when the file can't be read or holds no certificate.
  public init(caFile: String) throws(ServerClientError) {
    do { certificates = try NIOSSLCertificate.fromPEMFile(caFile) } catch {
      throw ServerClientError(.tls, "\(caFile) can't be read as PEM certificates")
    }
    guard !certificates.isEmpty else { throw ServerClientError(.tls, "\(caFile) holds no certificate") }
  }

  /// TLS 1.2 or newer, certificates and names verified.
  var configuration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    configuration.trustRoots = .default
    if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
    return configuration
  }
}
