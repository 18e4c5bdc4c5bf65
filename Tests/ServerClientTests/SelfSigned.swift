import FoundationEssentials
import Glibc
import NIOSSL
import Testing

/// A certificate of its own for 127.0.0.1 or a name, made by the `openssl` program (Debian package openssl).
final class SelfSigned {
  let file: String
  let context: NIOSSLContext

  init(for subject: String = "IP:127.0.0.1") throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    file = "\(base)/certificate-\(UUID().uuidString).pem"
    let key = file + ".key"
    let arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test", "-addext",
      "subjectAltName=\(subject)", "-keyout", key, "-out", file,
    ]
    var pid: pid_t = 0
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let result = posix_spawnp(&pid, "openssl", &actions, nil, &pointers, environ)
    try #require(result == 0, "the openssl program is missing")
    var status: Int32 = 0
    try #require(waitpid(pid, &status, 0) == pid && status == 0, "openssl made no certificate")
    let chain = try NIOSSLCertificate.fromPEMFile(file).map { NIOSSLCertificateSource.certificate($0) }
    let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
    context = try NIOSSLContext(
      configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(privateKey)))
    unlink(key)
  }

  deinit { unlink(file) }
}
