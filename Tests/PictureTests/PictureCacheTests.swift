import AgentAPI
import Foundation
import Inbox
import Testing

@testable import Pictures

@Suite("The cache of pictures")
struct PictureCacheTests {
  private let bench: PictureBench
  private let ada = InboxOwner(server: "https://vault.example", user: UUID())

  init() throws { bench = try PictureBench() }

  private func cache(limit: Int = 1000, vault: String = "/data") -> PictureCache {
    PictureCache(directory: bench.directory.appending(path: "cache").path, vault: vault, limit: limit)
  }

  @Test("what is kept is there, for its owner alone and readable by nobody else")
  func keeping() async throws {
    let (cache, id) = (cache(), UUID())
    let path = try await cache.store([1, 2, 3], as: id, .original, for: ada, unlessRemovedSince: 0)
    #expect(await cache.path(of: id, .original, for: ada) == path)
    #expect(await cache.path(of: id, .small, for: ada) == nil)
    #expect(await cache.path(of: id, .original, for: InboxOwner(server: ada.server, user: UUID())) == nil)
    #expect(PictureFile.bytes(path) == [1, 2, 3])
    let modes = try [path, URL(filePath: path).deletingLastPathComponent().path].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(modes == [0o600, 0o700])
  }

  @Test("what was used longest ago goes when there is too much")
  func limit() async throws {
    let (cache, ids) = (cache(), (0..<5).map { _ in UUID() })
    for (number, id) in ids.enumerated() {
      let path = try await cache.store(
        [UInt8](repeating: 0, count: 300), as: id, .original, for: ada, unlessRemovedSince: 0)
      var times = [timespec(tv_sec: 1000 + number, tv_nsec: 0), timespec(tv_sec: 1000 + number, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
      // Looked at again, the first is the newest.
      if number == 2 { #expect(await cache.path(of: ids[0], .original, for: ada) != nil) }
    }
    var left: [Bool] = []
    for id in ids { left.append(await cache.path(of: id, .original, for: ada) != nil) }
    #expect(left == [true, false, false, true, true])
  }

  @Test("another account's pictures go before anything of this one is kept; another vault's stay")
  func accounts() async throws {
    let (cache, other, id) = (cache(), self.cache(vault: "/other"), UUID())
    let bob = InboxOwner(server: ada.server, user: UUID())
    _ = try await other.store([1], as: id, .original, for: ada, unlessRemovedSince: 0)
    _ = try await cache.store([1], as: id, .original, for: ada, unlessRemovedSince: 0)
    _ = try await cache.store([1], as: id, .original, for: bob, unlessRemovedSince: 0)
    #expect(await cache.path(of: id, .original, for: ada) == nil)
    #expect(await cache.path(of: id, .original, for: bob) != nil)
    #expect(await other.path(of: id, .original, for: ada) != nil)
  }

  @Test("links and other people's directories lead nowhere, and only pictures are removed")
  func links() async throws {
    let (cache, id, bob) = (cache(), UUID(), InboxOwner(server: ada.server, user: UUID()))
    let path = try await cache.store([1], as: id, .original, for: ada, unlessRemovedSince: 0)
    let own = URL(filePath: path).deletingLastPathComponent()
    let (vault, album) = (own.deletingLastPathComponent(), bench.directory.appending(path: "album"))
    try FileManager.default.createDirectory(at: album, withIntermediateDirectories: false)
    let letters = [album, own].map { $0.appending(path: "letter") }
    for letter in letters { try Data([7]).write(to: letter) }
    try FileManager.default.createSymbolicLink(
      at: vault.appending(path: String(repeating: "0", count: 32)), withDestinationURL: album)
    _ = try await cache.store([1], as: id, .original, for: bob, unlessRemovedSince: 0)
    for letter in letters { #expect(PictureFile.bytes(letter.path) == [7]) }
    #expect(!FileManager.default.fileExists(atPath: path), "the other account's")

    try FileManager.default.moveItem(at: vault, to: bench.directory.appending(path: "moved"))
    try FileManager.default.createSymbolicLink(at: vault, withDestinationURL: bench.directory.appending(path: "moved"))
    #expect(await cache.path(of: id, .original, for: bob) == nil)
    await #expect(throws: Failure.self) {
      try await cache.store([1], as: id, .original, for: bob, unlessRemovedSince: 0)
    }
    try FileManager.default.removeItem(at: vault)
    #expect(chmod(bench.directory.appending(path: "cache").path, 0o777) == 0)
    await #expect(throws: Failure.self) {
      try await cache.store([1], as: id, .original, for: bob, unlessRemovedSince: 0)
    }
  }

  @Test("a pipe in the place of a picture is waited for by nobody, and makes room for one")
  func pipe() async throws {
    let (cache, id) = (cache(), UUID())
    let path = try await cache.store([1], as: id, .original, for: ada, unlessRemovedSince: 0)
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(await cache.path(of: id, .original, for: ada) == nil)
    #expect(PictureFile.bytes(path) == nil)
    _ = try await cache.store([2], as: id, .original, for: ada, unlessRemovedSince: 0)
    #expect(PictureFile.bytes(path) == [2])
  }

  @Test("a PNG made of pixels has exactly those")
  func plainPNG() async throws {
    let pixels = try await bench.pixels(SmallPictures.clearPNG)
    let png = PlainPNG.bytes(width: pixels.width, height: pixels.height, pixels: pixels.bytes[...])
    let again = try await bench.pixels(png)
    #expect(again.width == 24 && again.height == 16 && again.bytes == pixels.bytes)
    // More than a stored block holds.
    let noise = (0..<300 * 200 * 4).map {
      UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) | ($0 % 4 == 3 ? 255 : 0)
    }
    let large = try await bench.pixels(PlainPNG.bytes(width: 300, height: 200, pixels: noise[...]))
    #expect(large.bytes == noise)
  }
}
