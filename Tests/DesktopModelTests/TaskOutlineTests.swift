import DesktopModel
import Testing

@Suite("The rows of a list of tasks")
struct TaskOutlineTests {
  private static let counts: [[TaskSection: Int]] = [
    [:], [.today: 1], [.overdue: 2, .noDate: 3], [.overdue: 1, .today: 4, .upcoming: 2, .noDate: 1, .done: 5],
    [.all: 7], [.today: 0, .done: 2],
  ]

  @Test("knows which of some rows have tasks")
  func tasksAmongRows() {
    let outline = TaskOutline([.today: 2, .noDate: 1])
    #expect(outline.taskRows(among: Array(0..<9)) == [1, 2, 4] && outline.taskRows(among: [3, 2, 0]) == [2])
  }

  @Test("are a heading for each section with tasks, and its tasks", arguments: counts)
  func places(counts: [TaskSection: Int]) {
    let outline = TaskOutline(counts)
    var expected: [TaskOutline.Place] = []
    for section in TaskSection.allCases {
      guard let count = counts[section], count > 0 else { continue }
      expected.append(.heading(section))
      expected += (0..<count).map { .task(section, $0) }
    }
    #expect((0..<outline.rowCount).map(outline.place) == expected)
    #expect(outline.place(at: outline.rowCount) == nil)
    for case (let row, .task(let section, let index)) in expected.enumerated() {
      #expect(outline.row(of: section, index) == row)
    }
  }

  @Test("become those of another list by the edits that are told")
  func edits() {
    for old in Self.counts {
      for new in Self.counts {
        var rows = TaskOutline(old).rowCount
        for edit in TaskOutline(old).edits(to: TaskOutline(new)) {
          #expect(edit.row + edit.removed <= rows)
          rows += edit.inserted - edit.removed
        }
        #expect(rows == TaskOutline(new).rowCount)
      }
    }
    #expect(TaskOutline([.today: 3]).edits(to: TaskOutline([.today: 3])).isEmpty)
  }
}
