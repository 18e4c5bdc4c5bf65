import Foundation
import Testing

@testable import Localization

@Suite("The languages in which a program answers")
struct InstalledLanguagesTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("answers-\(UUID().uuidString)")

  private func install(_ name: String) throws {
    let place = directory.appendingPathComponent("locale/\(name)/LC_MESSAGES")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(try CatalogueTests.compile(CatalogueTests.catalogue))
      .write(to: place.appendingPathComponent("vault-desktop.mo"))
  }

  private func remove() { try? FileManager.default.removeItem(at: directory) }

  private var languages: InstalledLanguages {
    InstalledLanguages(catalogues: directory.appendingPathComponent("locale").path)
  }

  @Test("are those that are installed, by their names; anything else is English")
  func names() throws {
    defer { remove() }
    try install("uk")
    try install("ca@valencia")
    let languages = languages
    for name in ["uk", "uk", "ca@valencia"] {
      #expect(localized("Lock", in: languages.language(name)) == "Заблокувати", "\(name)")
    }
    let hostile = [
      nil, "", "u", "de", "UK ", "../uk", "uk/../uk", "/etc", "uk\0", "uk.UTF-8", "\u{301}uk",
      String(repeating: "u", count: 17),
      String(repeating: "u", count: 100_000),
    ]
    for name in hostile {
      #expect(languages.language(name).isEnglish)
      #expect(localized("Lock", in: languages.language(name)) == "Lock")
    }
    #expect(InstalledLanguages(catalogues: nil).language("uk").isEnglish)
  }

  @Test("are each a request's own, and English outside of it")
  func requests() async throws {
    defer { remove() }
    try install("uk")
    let ukrainian = languages.language("uk")
    let text: LocalizedText = "Lock"
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          guard number.isMultiple(of: 2) else { return text.text(in: .answers) == "Lock" }
          return await Localization.$answers.withValue(ukrainian) {
            await Task.yield()
            return text.text(in: .answers) == "Заблокувати"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    Localization.$answers.withValue(ukrainian) { #expect(text.text(in: .answers) == "Заблокувати") }
    #expect(text.text(in: .answers) == "Lock" && text.english == "Lock")
  }

  @Test("say what is put together in one language, and leave alone what is put in")
  func nesting() throws {
    defer { remove() }
    try install("uk")
    let ukrainian = languages.language("uk")
    let lock: LocalizedText = "Lock"
    #expect(
      localized("Added \(lock) to \(LocalizedText(verbatim: "Lock"))", in: ukrainian) == "До Lock додано Заблокувати")
    #expect(localized("Nothing of \(lock)", in: ukrainian) == "Nothing of Заблокувати")
    #expect(LocalizedText.joined([lock, "", lock]).text(in: ukrainian) == "Заблокувати Заблокувати")
    #expect((lock + ": \(1) " + "and \(2)").text(in: ukrainian) == "Lock: 1 and 2")
    #expect(LocalizedText(words: "Lock").text(in: ukrainian) == "Заблокувати")
    #expect(LocalizedText(verbatim: "Lock").text(in: ukrainian) == "Lock")
    #expect(LocalizedText(words: "%1$@").text(in: ukrainian) == "%1$@")
  }

  @Test(
    "say nothing in the place of advice that is left out for whoever speaks them, and never nothing in the place of words"
  )
  func advice() throws {
    defer { remove() }
    try install("uk")
    let languages = InstalledLanguages(catalogues: directory.appendingPathComponent("locale").path) { words in
      words == "Run it." ? "" : words
    }
    let encoded = try Localization.$answers.withValue(languages.language("uk")) {
      String(decoding: try JSONEncoder().encode([Advised(), Advised()]), as: UTF8.self)
    }
    #expect(
      encoded.contains(#""advice":"""#) && encoded.contains(#""words":"Run it.""#)
        && encoded.contains(#""all":["Заблокувати"]"#))
    #expect(String(decoding: try JSONEncoder().encode(Advised()), as: UTF8.self).contains(#""advice":"Run it.""#))
  }

  private struct Advised: Codable {
    @Advice var advice: String
    @Said var words: String
    @SaidAll var all: [String]

    init() {
      _advice = Advice("Run it.")
      _words = Said("Run it.")
      _all = SaidAll(["Run it.", "Lock"])
    }
  }
}
