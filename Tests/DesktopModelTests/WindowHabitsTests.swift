import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("How a person has arranged the window")
struct WindowHabitsTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("habits-\(UUID().uuidString)")

  @Test("is read as it was kept, in a file for nobody else")
  func kept() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = WindowHabitsFile(in: directory.path)
    #expect(file.read() == nil)
    var habits = WindowHabits()
    (habits.width, habits.height, habits.isMaximised, habits.order) = (700, 500, true, .name)
    habits.showsDone = true
    for _ in 1...2 {
      file.write(habits)
      #expect(file.read() == habits)
    }
    let place = directory.appendingPathComponent("window").path
    let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["window"])
  }

  @Test(
    "is as at first where it is not understood",
    arguments: ["", "width\nheight x\norder nothing", "width 5\nheight 999999\n\u{0}"])
  func damaged(_ text: String) { #expect(WindowHabits(text: text) == WindowHabits()) }

  @Test("is kept where there is a place for it, and else forgotten")
  func nowhere() throws {
    let file = WindowHabitsFile(in: directory.path)
    file.write(WindowHabits())
    #expect(file.read() == nil)
  }
}
