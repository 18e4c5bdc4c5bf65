import Testing

@testable import Localization

@Suite("A text of the programs' own")
struct LocalizedTextTests {
  @Test("is found by its words, with numbers in the place of what is put in")
  func keys() {
    let text: LocalizedText = "Added \("milk") to \("home"), \(3) times"
    #expect(text.key == "Added %1$@ to %2$@, %3$@ times")
    #expect(text.english == "Added milk to home, 3 times")
  }

  @Test("says in English what it says, where no language was started")
  func english() {
    #expect(localized("Nothing at 100 %") == "Nothing at 100 %")
    #expect(localized(one: "\(1) task", other: "\(1) tasks", count: 1) == "1 task")
    #expect(localized(one: "\(2) task", other: "\(2) tasks", count: 2) == "2 tasks")
  }

  @Test("does not expand what is put in", arguments: ["%1$@", "%2$@%1$@", "%s%n%@", "%9$@", "%", "%1$"])
  func hostileArguments(_ argument: String) {
    #expect(localized("“\(argument)” and \("more")") == "“\(argument)” and more")
  }

  @Test("takes no harm from a hostile translation")
  func hostileTranslations() {
    #expect(Template.expand("%n%s%99$@ %3$@ %0$@ %1$@", ["a", "b"]) == "%n%s%99$@ %3$@ %0$@ a")
    #expect(Template.expand("%2$@ before %1$@", ["a", "b"]) == "b before a")
    #expect(Template.expand("%1$@%1$@", [String(repeating: "x", count: 10_000)]) == nil)
    #expect(Template.expand("", ["a"]) == "")
    #expect(Template.expand("50 % %1$", ["a"]) == "50 % %1$")
  }
}
