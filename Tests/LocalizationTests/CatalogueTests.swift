import Foundation
import Testing

@testable import Localization

@Suite("A catalogue")
struct CatalogueTests {
  static let catalogue = """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
    msgid "Added %1$@ to %2$@"
    msgstr "До %2$@ додано %1$@"
    msgid "%1$@ task"
    msgid_plural "%1$@ tasks"
    msgstr[0] "%1$@ завдання"
    msgstr[1] "%1$@ завдання (кілька)"
    msgstr[2] "%1$@ завдань"
    msgid "Lock"
    msgstr "Заблокувати"
    msgctxt "settings"
    msgid "Lock"
    msgstr "Блокування"
    msgid "Hostile %1$@"
    msgstr "%1$@%1$@%1$@"
    """

  /// Compiles a catalogue as the product's are.
  static func compile(_ text: String) throws -> [UInt8] {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("catalogue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let (source, made) = (place.appendingPathComponent("a.po"), place.appendingPathComponent("a.mo"))
    try Data(text.utf8).write(to: source)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/msgfmt")
    compiler.arguments = ["-o", made.path, source.path]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return [UInt8](try Data(contentsOf: made))
  }

  @Test("has the texts that msgfmt has put in, in the form that goes with a number")
  func reading() throws {
    let catalogue = try #require(Catalogue(try Self.compile(Self.catalogue)))
    #expect(catalogue.translation("Added %1$@ to %2$@") == "До %2$@ додано %1$@")
    #expect(catalogue.translation("Lock") == "Заблокувати")
    #expect(catalogue.translation("settings\u{4}Lock") == "Блокування")
    #expect(catalogue.translation("Nothing") == nil && catalogue.translation("") == nil)
    let forms = [0, 1, 2, 5, 11, 12, 21, 22, 111].map { catalogue.translation("%1$@ task", count: $0) }
    let (one, few, many) = ("%1$@ завдання", "%1$@ завдання (кілька)", "%1$@ завдань")
    #expect(forms == [many, one, few, many, many, many, one, few, many])
    #expect(catalogue.translation("Lock", count: 1) == nil)
  }

  @Test("is none where any of its bytes is missing, and harms nobody where one is another")
  func damage() throws {
    let bytes = try Self.compile(Self.catalogue)
    for count in [0, 3, 4, 8, 19, 27, 100] { #expect(Catalogue(Array(bytes.prefix(count))) == nil) }
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0xFF
      let catalogue = Catalogue(damaged)
      _ = catalogue?.translation("Lock")
      _ = catalogue?.translation("%1$@ task", count: 5)
    }
  }

  @Test("of the other byte order is read as well")
  func byteOrder() throws {
    func word(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let head = [0x9504_12de, 0, 1, 28, 36, 0, 0].flatMap(word)
    let bytes = head + word(1) + word(44) + word(1) + word(46) + [UInt8(ascii: "a"), 0, UInt8(ascii: "b"), 0]
    #expect(Catalogue(bytes)?.translation("a") == "b")
  }

  @Test(
    "says its plural in C's words, and no other",
    arguments: [
      ("nplurals=1; plural=0;", 7, 0), ("nplurals=2; plural=(n != 1);", 1, 0), ("nplurals=2; plural=n>1;", 2, 1),
      ("nplurals=2; plural=n/0;", 1, 0), ("nplurals=2; plural=n*9223372036854775807;", 3, 0),
      ("nplurals=2; plural=9;", 1, 0), ("nplurals=2; plural=!n;", 0, 1), ("nplurals=2; plural=n%2==1||n>5&&n<8;", 6, 1),
      ("nplurals=3; plural=n==1?0:n==2?1:2;", 2, 1),
    ])
  func plurals(_ rule: String, _ count: Int, _ form: Int) { #expect(PluralRule(rule)?.form(for: count) == form) }

  @Test(
    "without a rule has no plurals",
    arguments: [
      "", "nplurals=2;", "nplurals=9; plural=0;", "nplurals=2; plural=;", "nplurals=2; plural=n+;",
      "nplurals=2; plural=system(1);", "nplurals=2; plural=(n;", "nplurals=2; plural=n n;",
      "nplurals=2; plural=" + String(repeating: "(", count: 900) + ";",
      "nplurals=2; plural=" + String(repeating: "!", count: 1000) + "n;",
    ])
  func noRule(_ rule: String) { #expect(PluralRule(rule) == nil) }

  @Test("is one of those that the person wants, the first that is there")
  func choice() {
    #expect(LanguageChoice.names(["LANG": "uk_UA.UTF-8"]) == ["uk_UA", "uk"])
    #expect(LanguageChoice.names(["LANG": "de_AT.UTF-8@euro"]) == ["de_AT@euro", "de_AT", "de@euro", "de"])
    #expect(LanguageChoice.names(["LANG": "de", "LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "ru"]) == ["zh_CN", "zh"])
    #expect(LanguageChoice.names(["LANG": "en_US.UTF-8", "LANGUAGE": "uk:ru"]) == ["uk", "ru"])
    #expect(LanguageChoice.names(["LANG": "uk_UA", "LANGUAGE": "en:uk"]).isEmpty)
    for locale in ["C", "POSIX", "C.UTF-8", "", "en_GB.UTF-8"] {
      #expect(LanguageChoice.names(["LANG": locale, "LC_ALL": ""]).isEmpty)
    }
    #expect(LanguageChoice.names(["LANG": "C.UTF-8", "LANGUAGE": "uk"]).isEmpty)
    #expect(LanguageChoice.names(["LANG": "../../etc/x", "LANGUAGE": ""]).isEmpty)
    #expect(LanguageChoice.names(["LANG": "uk", "LANGUAGE": "../x:/tmp:de/../ru:uk"]) == ["uk"])
  }
}
