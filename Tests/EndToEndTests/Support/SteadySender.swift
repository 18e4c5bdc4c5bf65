import Foundation
import SecretMemory
import ServerAPI
import ServerClient
import Synchronization

/// A program that sends pushes one after the other, each again and again until the server has answered: sent twice with one key it
/// is one push.
struct SteadySender: Sendable {
  /// What is sent.
  struct Message: Sendable {
    let number: Int
    let expiresAt: Date?

    var payload: String { #"{"aps":{"alert":"n\#(number)"},"kind":"notice"}"# }
  }

  /// What the server made of the messages.
  struct Log: Sendable {
    /// The messages, by the ids of their pushes.
    var sent: [UUID: Message] = [:]
    /// How many had expired before the server could take them.
    var refused = 0
    /// How many attempts failed.
    var failures = 0
  }

  let api: VaultServerAPI
  let origin: ServerOrigin
  let token: SharedSecret
  let recipient: Recipient
  /// The server's clock, by which messages expire.
  let clock: ShiftedClock
  let log = SharedLog()

  /// - Parameter lifetime: in how many seconds it expires; nil for never.
  /// - Throws: what no other attempt can help.
  func send(_ number: Int, lifetime: Int?) async throws {
    // To the second, as it travels.
    let expiry = lifetime.map { (clock.now.timeIntervalSinceReferenceDate + Double($0)).rounded() }
    let message = Message(number: number, expiresAt: expiry.map(Date.init(timeIntervalSinceReferenceDate:)))
    while true {
      do throws(ServerClientError) {
        let push = try await api.push(
          message.payload, to: recipient, expiresAt: message.expiresAt, idempotencyKey: "storm-\(message.number)",
          at: origin, token: token)
        return log.change { $0.sent[push.id] = message }
      } catch {
        switch error.code {
        case .invalidInput where message.expiresAt != nil: return log.change { $0.refused += 1 }
        case .unreachable, .timedOut, .garbage, .serverFault, .throttled: log.change { $0.failures += 1 }
        default: throw error
        }
      }
      // The server starts again, or there is too much at once.
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

/// What several senders write.
final class SharedLog: Sendable {
  private let log = Mutex(SteadySender.Log())

  func change(_ body: (inout SteadySender.Log) -> Void) { log.withLock { body(&$0) } }

  var contents: SteadySender.Log { log.withLock { $0 } }
}
