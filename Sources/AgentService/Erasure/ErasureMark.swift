internal import AgentAPI
internal import DurableFiles
internal import Glibc
internal import Localization

/// The file that says that the vault is being erased, with what must be known when what would tell is gone.
struct ErasureMark: Codable, Equatable {
  /// Tells this vault's items in the keyring from another vault's; nil where it has none there.
  var namespace: String?
  var plan: ErasurePlan

  private static let maximumByteCount = 1 << 20

  init(namespace: String?, plan: ErasurePlan) { (self.namespace, self.plan) = (namespace, plan) }

  /// Reads the mark of a vault.
  ///
  /// - Throws: ``Failure`` where there is none, or something else is in its place.
  init(of paths: VaultPaths) throws(Failure) {
    let bytes: [UInt8]?
    do throws(MarkError) {
      bytes = try PrivateFile<MarkError>(path: paths.erasureMark, maximumByteCount: Self.maximumByteCount).read()
    } catch { throw Self.unreadable(paths, error.detail) }
    guard let bytes else { throw Failure(.usage, "This vault is not being erased.", hint: "vault erase --everything") }
    do throws(ChannelError) { self = try WireJSON.decode(Self.self, from: bytes) } catch {
      throw Self.unreadable(paths, "\(error)")
    }
  }

  /// Writes it, durably: there is no way back.
  func write(in paths: VaultPaths) throws(Failure) {
    let bytes: [UInt8]
    do throws(ChannelError) { bytes = try WireJSON.encode(self) } catch { throw Failure(.internal, "\(error)") }
    do throws(MarkError) {
      try PrivateFile<MarkError>(path: paths.erasureMark, maximumByteCount: Self.maximumByteCount).replace(with: bytes)
    } catch {
      throw Failure(
        .inputOutput, "\(paths.erasureMark) can't be written: \(error.detail). Nothing on this machine was erased.",
        hint: "Free some space, then try again.")
    }
  }

  /// Refuses to do anything with a vault that is being erased.
  static func refuse(_ paths: VaultPaths) throws(Failure) {
    guard DurableFile.kind(paths.erasureMark) != .missing else { return }
    throw Failure(.refused, "This vault is being erased.", hint: "Finish that: vault erase --everything")
  }

  private static func unreadable(_ paths: VaultPaths, _ detail: String) -> Failure {
    Failure(
      .badData, "\(paths.erasureMark) can't be read: \(detail).",
      hint: "If you did not begin to erase the vault, remove that file.")
  }
}

/// Why the mark can't be read or written.
struct MarkError: PrivateFileFailure {
  let problem: PrivateFileProblem
  let detail: String

  init(file problem: PrivateFileProblem, _ detail: String) { (self.problem, self.detail) = (problem, detail) }

  var isDamage: Bool { problem == .damaged }
}
