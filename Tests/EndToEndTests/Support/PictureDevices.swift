import Foundation
import ProcessTesting
import VaultTesting

/// Two devices of one user, and the samples that are sent to them.
struct PictureDevices {
  let server: TestServer
  let laptop: TestVault
  let phone: TestVault
  static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/samples")

  init() throws {
    server = try TestServer()
    laptop = try .loggedIn(to: server)
    phone = try .loggedIn(to: server)
  }
}

/// A suite about the pictures that a user's devices get.
protocol PictureSuite {
  var devices: PictureDevices { get }
}

extension PictureSuite {
  var server: TestServer { devices.server }
  var laptop: TestVault { devices.laptop }
  var phone: TestVault { devices.phone }

  /// Waits until a device has an item.
  func waitForItem(_ number: Int, on vault: TestVault) throws {
    try waitUntil("item \(number) is here") { try vault.vault("inbox", "show", "\(number)", "--json").status == 0 }
  }

  /// The path of a sample.
  func sample(_ name: String) -> String { PictureDevices.samples.appending(path: name).path }
}
