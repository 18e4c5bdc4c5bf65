internal import SecretMemory
internal import Synchronization

@testable internal import OwnerVerification

/// A person at a client, who answers from a list and remembers what was said.
final class Person: Sendable {
  private struct State {
    var answers: [String]
    var heard: [PAMPrompt] = []
  }
  private let state: Mutex<State>

  init(_ answers: String...) { state = Mutex(State(answers: answers)) }

  /// What the modules said, in order.
  var heard: [PAMPrompt] { state.withLock { $0.heard } }

  /// Hears a message, and answers a question with the next answer; declines when there is none left.
  func hear(_ prompt: PAMPrompt) -> SharedSecret? {
    let answer = state.withLock { state -> String? in
      state.heard.append(prompt)
      return prompt.needsAnswer && !state.answers.isEmpty ? state.answers.removeFirst() : nil
    }
    return answer.flatMap { secret(Array($0.utf8)) }
  }
}

/// A secret of these bytes.
func secret(_ bytes: [UInt8]) -> SharedSecret? {
  guard let secret = try? SecretBytes(bytes) else { return nil }
  return SharedSecret(secret)
}

/// Waits until the task is cancelled.
func neverAnswer() async -> SharedSecret? {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
  return nil
}
