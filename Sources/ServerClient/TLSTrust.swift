internal import NIOSSL

/// Whom to trust besides the certificate authorities of the system.
public struct TLSTrust: Sendable {
  private let choose: @Sendable () -> [NIOSSLCertificate]

  /// The certificates of the authorities besides.
  var certificates: [NIOSSLCertificate] { choose() }

  /// The system's authorities alone.
  public static let system = TLSTrust(certificates: [])

  private init(certificates: [NIOSSLCertificate]) { choose = { certificates } }

  /// What `choice` says when a server is first connected to.
  public init(choosing choice: @escaping @Sendable () -> TLSTrust) { choose = { choice().certificates } }

  /// The system's authorities and those in a PEM file (`--ca FILE`).
  ///
  /// - Throws: ``ServerClientError/Code/tls`` when the file can't be read or holds no certificate.
  public init(caFile: String) throws(ServerClientError) {
    do { try self.init(certificates: NIOSSLCertificate.fromPEMFile(caFile), from: caFile) } catch {
      throw error as? ServerClientError ?? ServerClientError(.tls, "\(caFile) can't be read as PEM certificates")
    }
  }

  /// The system's authorities and those in what was read from a PEM file.
  ///
  /// - Throws: ``ServerClientError/Code/tls`` when it holds no certificate.
  public init(pem bytes: [UInt8], from caFile: String) throws(ServerClientError) {
    do { try self.init(certificates: NIOSSLCertificate.fromPEMBytes(bytes), from: caFile) } catch {
      throw error as? ServerClientError ?? ServerClientError(.tls, "\(caFile) can't be read as PEM certificates")
    }
  }

  private init(certificates: [NIOSSLCertificate], from caFile: String) throws(ServerClientError) {
    guard !certificates.isEmpty else { throw ServerClientError(.tls, "\(caFile) holds no certificate") }
    self.init(certificates: certificates)
  }

  /// TLS 1.2 or newer, certificates and names verified.
  var configuration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    configuration.trustRoots = .default
    let certificates = certificates
    if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
    return configuration
  }
}
