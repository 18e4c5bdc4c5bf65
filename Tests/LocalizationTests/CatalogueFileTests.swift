import Foundation
import Testing

@testable import Localization

@Suite("A catalogue's file")
struct CatalogueFileTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("locale-\(UUID().uuidString)")

  private func write(_ language: String, mode: Int) throws -> URL {
    let place = directory.appendingPathComponent("\(language)/LC_MESSAGES")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let file = place.appendingPathComponent("vault-desktop.mo")
    try Data(try CatalogueTests.compile(CatalogueTests.catalogue)).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file
  }

  @Test("is read where it is a plain file that nobody else may write")
  func reading() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = try write("uk", mode: 0o644)
    #expect(CatalogueFile.read("uk", in: directory.path)?.translation("Lock") == "Заблокувати")
    #expect(CatalogueFile.read("de", in: directory.path) == nil)
    for mode in [0o664, 0o646] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      #expect(CatalogueFile.read("uk", in: directory.path) == nil)
    }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(CatalogueFile.read("uk", in: directory.path) == nil)
  }

  @Test(
    "of every language of the product is complete enough to say how many",
    arguments: [("de", "Aufgabe"), ("ru", "задач"), ("uk", "завдань"), ("zh_CN", "任务")])
  func product(_ language: String, _ word: String) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../po")
    let text = try String(contentsOf: sources.appendingPathComponent("\(language).po"), encoding: .utf8)
    let catalogue = try #require(Catalogue(try CatalogueTests.compile(text)))
    #expect(catalogue.translation("Tasks") != nil)
    #expect(catalogue.translation("%1$@ task selected", count: 5)?.contains(word) == true)
  }
}
