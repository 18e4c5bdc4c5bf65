internal import DurableFiles
internal import Sealing

/// What must be known before a key exists: written once, when the file is made.
struct StoreHeader: Equatable {
  /// Where the device key comes from.
  enum Source: Equatable {
    case keyFile
    case passphrase(salt: [UInt8], memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32)

    var name: String {
      switch self {
      case .keyFile: "key-file"
      case .passphrase: "passphrase"
      }
    }
  }

  /// 16 random bytes.
  let storeID: [UInt8]
  let source: Source
  /// 32 bytes that only the right key yields.
  let keyCheck: [UInt8]

  /// The SHA-256 over everything: tells damage from a wrong key.
  var checksum: [UInt8] {
    var bytes = Array("credential-file/1 header".utf8) + storeID
    bytes.append(bigEndian: UInt32(source.name.utf8.count))
    bytes += Array(source.name.utf8)
    if case .passphrase(let salt, let memory, let iterations, let parallelism) = source {
      bytes.append(bigEndian: UInt32(salt.count))
      bytes += salt
      for number in [memory, iterations, parallelism] { bytes.append(bigEndian: number) }
    }
    return SHA256.digest(of: bytes + keyCheck)
  }
}
