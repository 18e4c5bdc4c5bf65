import ServerAPI
import Testing

@testable import ServerClient

@Suite("How the inbox stands to the server's")
struct SyncStateTests {
  private let policy = RetryPolicy(baseSeconds: 2, maximumSeconds: 60)
  private let unreachable = ServerClientError(.unreachable)

  private func sequences(_ highest: Int64, _ changes: Int64) -> Sequences {
    Sequences(inbox: SequenceBounds(first: 1, highest: highest), changes: changes)
  }

  /// A state that has come to the comparison.
  private func comparing() -> SyncState {
    var state = SyncState(policy: policy)
    _ = state.begin()
    _ = state.handle(.done)
    _ = state.handle(.compared(SequencePosition(), sequences(0, 0)))
    _ = state.handle(.done)
    return state
  }

  private func live() -> SyncState {
    var state = comparing()
    _ = state.handle(.compared(SequencePosition(), sequences(0, 0)))
    _ = state.handle(.done)
    state.recordLive()
    return state
  }

  @Test(
    "it registers, asks for the numbering, tells what was decided, compares, fetches items, then changes, acknowledges, and listens"
  )
  func whole() {
    var state = SyncState(policy: policy)
    #expect(state.phase == .idle)
    #expect(state.begin() == .register)
    #expect(state.phase == .registering)
    #expect(state.handle(.done) == .identify)
    #expect(state.phase == .catchingUp)
    #expect(state.handle(.compared(SequencePosition(sequence: 2, change: 1), sequences(9, 4))) == .sendDecisions)
    #expect(state.handle(.done) == .compare)
    #expect(
      state.handle(.compared(SequencePosition(sequence: 2, change: 1), sequences(9, 4))) == .fetchItems(limit: 500))
    #expect(state.handle(.done) == .fetchChanges(limit: 500))
    #expect(state.handle(.done) == .acknowledge)
    #expect(state.handle(.done) == .listen)
    #expect(state.phase == .catchingUp)
    state.recordLive()
    #expect(state.phase == .live)
  }

  @Test("the wait grows while streams end soon, and begins anew once one has held")
  func shortStreams() {
    var state = live()
    for failures in 1...3 {
      state.recordEnd(afterHolding: .seconds(29))
      guard case .wait = state.handle(.failed(ServerClientError(.unreachable), random: 0)) else {
        Issue.record("it does not wait")
        return
      }
      #expect(state.failures == failures)
      for _ in 1...2 { _ = state.handle(.done) }
      _ = state.handle(.compared(SequencePosition(), sequences(0, 0)))
      #expect(state.handle(.done) == .listen)
      state.recordLive()
    }
    state.recordEnd(afterHolding: .seconds(30))
    #expect(state.failures == 0)
  }

  @Test("what is not missing is not fetched")
  func nothingMissing() {
    var state = comparing()
    #expect(state.handle(.compared(SequencePosition(sequence: 9, change: 4), sequences(9, 4))) == .acknowledge)
    var other = comparing()
    #expect(
      other.handle(.compared(SequencePosition(sequence: 9, change: 1), sequences(9, 4))) == .fetchChanges(limit: 500))
    var third = comparing()
    #expect(
      third.handle(.compared(SequencePosition(sequence: 8, change: 4), sequences(9, 4))) == .fetchItems(limit: 500))
    #expect(third.handle(.done) == .acknowledge)
  }

  @Test("a registration is tried every three seconds, or when the server says")
  func registration() {
    var state = SyncState(policy: policy)
    _ = state.begin()
    for _ in 0..<20 {
      #expect(state.handle(.failed(unreachable, random: 0.5)) == .wait(.seconds(3)))
      #expect(state.handle(.done) == .register)
    }
    let asked = ServerClientError(.throttled, retryAfterSeconds: 40)
    #expect(state.handle(.failed(asked, random: 0.5)) == .wait(.seconds(40)))
    #expect(state.phase == .waiting(asked, retryIn: .seconds(40)))
    #expect(state.handle(.done) == .register)
  }

  @Test("everything else is tried again later each time, until it is live")
  func backoff() {
    var state = comparing()
    var waits: [SyncState.Step] = []
    for _ in 0..<4 {
      waits.append(state.handle(.failed(unreachable, random: 1)))
      #expect(state.handle(.done) == .sendDecisions)
    }
    #expect(waits == [2, 4, 8, 16].map { .wait(.seconds($0)) })
    var other = live()
    #expect(other.handle(.failed(unreachable, random: 1)) == .wait(.seconds(2)))
    #expect(other.handle(.done) == .sendDecisions)
  }

  @Test("a new session registers the device first")
  func newSession() {
    var state = live()
    #expect(state.handle(.sessionIsNew) == .register)
    #expect(state.handle(.done) == .identify)
  }

  @Test("a device that the server no longer knows is registered again, after a wait")
  func unknownDevice() {
    var state = live()
    #expect(state.handle(.failed(ServerClientError(.notFound), random: 0)) == .wait(.seconds(1)))
    #expect(state.handle(.done) == .register)
  }

  @Test("without a login it stops")
  func noLogin() {
    var state = live()
    #expect(state.handle(.failed(ServerClientError(.needsCredentials), random: 0)) == .stop)
    #expect(state.phase == .idle)
    #expect(state.begin() == .sendDecisions)
    state.end(forgetting: true)
    #expect(state.begin() == .register)
  }

  @Test("a server that was set back is told to the replica once, and is an error if the replica doesn't follow")
  func setBack() {
    let ahead = SequencePosition(sequence: 9, change: 9)
    var state = comparing()
    #expect(state.handle(.compared(ahead, sequences(4, 9))) == .handleServerRollback(sequences(4, 9)))
    #expect(state.handle(.done) == .sendDecisions)
    #expect(state.handle(.done) == .compare)
    #expect(state.handle(.compared(SequencePosition(sequence: 4, change: 9), sequences(4, 9))) == .acknowledge)
    var stubborn = comparing()
    #expect(stubborn.handle(.compared(ahead, sequences(9, 8))) == .handleServerRollback(sequences(9, 8)))
    #expect(stubborn.handle(.done) == .sendDecisions)
    #expect(stubborn.handle(.done) == .compare)
    #expect(stubborn.handle(.compared(ahead, sequences(9, 8))) == .wait(.seconds(2)))
  }

  private let epochs = (Epoch("a"), Epoch("b"))

  private func sequences(_ highest: Int64, _ epoch: Epoch?) -> Sequences {
    Sequences(inbox: SequenceBounds(first: 1, highest: highest), changes: 0, epoch: epoch)
  }

  @Test("before any number is sent to a server of another epoch, or of none any more, the replica begins anew")
  func otherEpoch() {
    for (known, epoch, isOther) in [
      (epochs.0, epochs.1, true), (epochs.0, nil, true), (epochs.0, epochs.0, false), (nil, epochs.0, false),
    ] {
      var state = SyncState(policy: policy)
      _ = state.begin()
      _ = state.handle(.done)
      let next = state.handle(.compared(SequencePosition(sequence: 4, epoch: known), sequences(4, epoch)))
      #expect(next == (isOther ? .handleServerRollback(sequences(4, epoch)) : .sendDecisions))
      #expect(state.handle(.done) == (isOther ? .sendDecisions : .compare))
    }
    var told = SyncState(policy: policy)
    _ = told.begin()
    _ = told.handle(.done)
    #expect(told.handle(.isOtherNumbering(sequences(4, nil))) == .handleServerRollback(sequences(4, nil)))
  }

  @Test("what is not known of the numbering, because asking or beginning anew failed, is asked for again first")
  func notIdentified() {
    var state = SyncState(policy: policy)
    _ = state.begin()
    _ = state.handle(.done)
    _ = state.handle(.failed(unreachable, random: 0))
    #expect(state.handle(.done) == .identify)
    _ = state.handle(.compared(SequencePosition(epoch: epochs.0), sequences(4, epochs.1)))
    _ = state.handle(.failed(ServerClientError(.stateUnavailable), random: 0))
    #expect(state.handle(.done) == .identify)
    state.end(forgetting: false)
    #expect(state.begin() == .identify)
    _ = state.handle(.compared(SequencePosition(), sequences(4, epochs.1)))
    state.end(forgetting: false)
    #expect(state.begin() == .sendDecisions, "the session is the same")
  }

  @Test("pages that don't come within the deadline become smaller, and larger again")
  func pages() {
    var state = comparing()
    var limits: [Int] = []
    for _ in 0..<11 {
      guard case .fetchItems(let limit) = state.handle(.compared(SequencePosition(), sequences(900, 0))) else { return }
      limits.append(limit)
      _ = state.handle(.failed(ServerClientError(.timedOut), random: 0))
      _ = state.handle(.done)
      _ = state.handle(.done)
    }
    #expect(limits == [500, 250, 125, 62, 31, 15, 7, 3, 1, 1, 1])
    _ = state.handle(.compared(SequencePosition(), sequences(900, 1)))
    #expect(state.handle(.done) == .fetchChanges(limit: 2))
  }
}
