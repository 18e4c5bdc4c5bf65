import Foundation
import OwnerVerification
import Sealing
import SecretMemory

extension SharedOwner {
  /// A new owner, whose PIN costs next to nothing.
  static func sample(hasOwnedList: Bool = true) throws -> SharedOwner {
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    return SharedOwner(
      try keys.create(
        vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
        deviceKey: SystemRandom.secret(32), hasOwnedList: hasOwnedList))
  }
}
