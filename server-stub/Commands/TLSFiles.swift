internal import HummingbirdTLS
internal import NIOSSL

/// Reads a certificate and its key.
enum TLSFiles {
  /// - Throws: ``CommandFailure`` that names the file.
  static func configuration(certificate: String, key: String) throws -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    let privateKey: NIOSSLPrivateKey
    do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
      throw CommandFailure(.configuration, "\(certificate): no certificate in PEM form can be read")
    }
    do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
      throw CommandFailure(.configuration, "\(key): no unencrypted private key in PEM form can be read")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw CommandFailure(.configuration, "\(key) is not the key of \(certificate)")
    }
    return configuration
  }
}
