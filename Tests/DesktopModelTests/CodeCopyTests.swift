import DesktopModel
import Testing

@Suite("The copy of an invitation's code", .timeLimit(.minutes(1)))
@MainActor
struct CodeCopyTests {
  /// Sleeps that end when they are told to.
  private actor Sleeps {
    private(set) var seconds: [Double] = []
    private var sleeping: [CheckedContinuation<Void, Never>] = []

    func sleep(_ seconds: Double) async throws {
      self.seconds.append(seconds)
      await withCheckedContinuation { sleeping.append($0) }
      try Task.checkCancellation()
    }

    func end(_ number: Int) { sleeping[number].resume() }
  }

  @Test("leaves the clipboard after two minutes, and not before")
  func leaves() async {
    let sleeps = Sleeps()
    var clipboard: [String] = []
    let copies = CodeCopy(
      put: { code in
        clipboard = [code]
        return { clipboard = [] }
      }, sleep: { try await sleeps.sleep($0) })
    copies.copy("ab12")
    while await sleeps.seconds.isEmpty { await Task.yield() }
    #expect(await sleeps.seconds == [120])
    #expect(clipboard == ["ab12"])
    await sleeps.end(0)
    while !clipboard.isEmpty { await Task.yield() }
  }

  @Test("has its two minutes anew where it is copied once more")
  func again() async {
    let sleeps = Sleeps()
    var taken: [Int] = []
    var count = 0
    let copies = CodeCopy(
      put: { _ in
        count += 1
        return { [count] in taken.append(count) }
      }, sleep: { try await sleeps.sleep($0) })
    copies.copy("ab12")
    while await sleeps.seconds.count < 1 { await Task.yield() }
    copies.copy("ab12")
    while await sleeps.seconds.count < 2 { await Task.yield() }
    await sleeps.end(0)
    await sleeps.end(1)
    while taken.isEmpty { await Task.yield() }
    #expect(taken == [2])
  }
}
