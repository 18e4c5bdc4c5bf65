internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Terminal

/// Texts of tasks, written in an editor: the first line is the name, the rest are notes.
struct Writing {
  let context: CommandContext

  /// A new text.
  func new() throws -> SharedSecret { try write(try Self.empty()) }

  /// A protected text after editing.
  func changed(_ text: SharedSecret) throws -> SharedSecret { try write(text) }

  /// An ordinary task's text after editing.
  func changed(name: String?, notes: String?) throws -> SharedSecret {
    let text = [name, notes].compactMap { $0 }.joined(separator: "\n") + "\n"
    do { return try write(SharedSecret(try SecretBytes(Array(text.utf8)))) } catch let error as SystemError {
      throw TerminalError.system(error)
    }
  }

  private func write(_ text: SharedSecret) throws -> SharedSecret {
    let written = SharedSecret(try EditorSession(environment: context.environment).edit(text.bytes))
    let isBlank = written.bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
    guard !isBlank else { throw Failure(.refused, "The text is empty; nothing was changed.") }
    return written
  }

  private static func empty() throws -> SharedSecret {
    do { return SharedSecret(try SecretBytes(count: 0)) } catch { throw TerminalError.system(error) }
  }

  /// Takes an ordinary task's text apart.
  static func nameAndNotes(_ text: SharedSecret) throws -> (name: String, notes: String?) {
    guard let whole = text.bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
      throw Failure(.badData, "The text is not UTF-8; nothing was changed.")
    }
    let parts = whole.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let notes = parts.count > 1 ? String(parts[1].reversed().drop(while: \.isWhitespace).reversed()) : ""
    return (String(parts.first ?? ""), notes.isEmpty ? nil : notes)
  }
}
