import Foundation
import OwnerVerification
import VaultModel

@testable import AgentService

extension Date {
  static let sample = Date(timeIntervalSince1970: 1_900_000_000)
}

extension SealReference {
  /// Of a text that is nowhere.
  static func sample(_ version: Int) -> SealReference {
    SealReference(version: version, digest: [UInt8](repeating: UInt8(version), count: 32))
  }
}

extension TodoTask {
  /// A protected task that was made at ``Foundation/Date/sample``.
  static func sealed(_ label: String = "Safe", version: Int = 1) -> TodoTask {
    TodoTask(id: UUID(), label: label, seal: .sample(version), createdAt: .sample)
  }

  /// The same, once the owner has seen it.
  func confirmed(by owner: OwnerService.Verified) throws -> TodoTask { authenticated(try missingOwnerMACs(by: owner)) }
}
