import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("Messages of pushes in the window", .timeLimit(.minutes(1)))
@MainActor
struct DataListModelTests {
  private let service = StoredData()

  @Test("are read while somebody looks, and only then: they count as read once they are listed")
  func looking() async {
    service.count = 3
    let model = DataListModel(service)
    model.refresh()
    await meanwhile()
    #expect(service.asked.isEmpty && !model.hasBeenRead)
    model.look(true)
    await until { model.rows.count == 3 }
    model.look(false)
    service.count = 4
    model.refresh()
    await meanwhile()
    #expect(model.rows.count == 3)
    model.look(true)
    await until { model.rows.count == 4 }
    #expect(model.row(of: 2) == 1)
  }

  @Test("are more where somebody looks at the last one, up to a limit")
  func more() async {
    service.count = 1_000
    let model = DataListModel(service)
    model.look(true)
    await until { model.rows.count == 100 }
    for count in [200, 300, 400, 500] {
      _ = model.message(at: model.rows.count - 1)
      await until { model.rows.count == count }
    }
    _ = model.message(at: 499)
    await meanwhile()
    #expect(service.asked.last == 500)
  }

  @Test("say why there are none")
  func failing() async {
    service.failure = Failure(.refused, "You are not logged in.")
    let model = DataListModel(service)
    model.look(true)
    await until { model.failure != nil }
    #expect(model.rows.isEmpty)
  }
}

/// Messages as an agent answers about them.
private final class StoredData: DataService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var count = 0
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var asked: [Int] = []

  @MainActor
  func dataMessages(limit: Int) async throws(Failure) -> [MessageRow] {
    asked.append(limit)
    if let failure { throw failure }
    return (1...max(count, 1)).prefix(min(limit, count)).map {
      MessageRow(number: $0, key: Int64($0), id: 7, text: "\($0)", senderName: "Grace", receivedAt: .distantPast)
    }
  }
}
