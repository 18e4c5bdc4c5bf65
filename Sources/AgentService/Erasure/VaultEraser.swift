internal import AgentAPI
internal import CredentialStore
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Pictures

/// Erases a vault whose agent has ended. First goes what opens the rest, last the mark: whatever ends this before, the next one goes on.
struct VaultEraser {
  /// What the agent's program is started with for it.
  static let argument = AgentProtocol.erasingArgument
  /// How long the agent may take to end, in seconds.
  private static let patienceSeconds = 20.0

  let paths: VaultPaths

  /// Erases.
  ///
  /// - Throws: ``Failure`` where nothing was done: an agent runs, or nobody has asked for this.
  func run() async throws(Failure) -> ErasureReport {
    let lock = try InstanceLock(dataDirectory: paths.data, patienceSeconds: Self.patienceSeconds)
    let mark = try ErasureMark(of: paths)
    // Again: it may be another than the one that was looked at when the mark was made.
    try ErasedDirectories(paths: paths).check()
    var report = ErasureReport(mark.plan)
    if let namespace = mark.namespace { await eraseItems(of: namespace, &report) }
    eraseFiles(&report)
    withExtendedLifetime(lock) {}
    return report
  }

  private func eraseItems(of namespace: String, _ report: inout ErasureReport) async {
    do throws(CredentialStoreError) {
      report.itemCount = try await SecretServiceStore(namespace: namespace).removeAll()
    } catch {
      let failure = error.failure
      report.problems.append(.init("the keyring", failure.message))
    }
  }

  private func eraseFiles(_ report: inout ErasureReport) {
    var eraser = FileEraser()
    for files in OwnFiles.all(of: paths) { eraser.erase(files) }
    eraser.erasePictures(in: paths.cache, PictureFiles.directories(of: paths.data))
    report.problems += eraser.problems
    removeSocket()
    var rest = [paths.cache, paths.runtime, paths.config, paths.state].map { eraser.remove(directory: $0) }
    if report.problems.isEmpty {
      // Not overwritten: until it is gone, the next one has to read it.
      eraser.erase(OwnFiles.marks(of: paths), overwriting: false)
      report.problems += eraser.problems
    }
    rest.append(eraser.remove(directory: paths.data))
    report.fileCount = eraser.count
    // What is in the cache, the runtime directory, and a vault that is not wholly erased, is not somebody else's for certain.
    if report.problems.isEmpty { report.foreign = Array(Set(rest.suffix(3).joined())).sorted() }
  }

  /// Removes what an agent has left that was killed; a socket on which systemd listens is systemd's.
  private func removeSocket() {
    do throws(SystemError) { close(try UnixSocket.connect(to: paths.socket)) } catch {
      if error.code == ECONNREFUSED { unlink(paths.socket) }
    }
  }
}

extension ErasureOutcome {
  /// Writes it whole.
  func write(to descriptor: Int32) throws(Failure) {
    var rest: ArraySlice<UInt8>
    do throws(ChannelError) { rest = try WireJSON.encode(self)[...] } catch { throw Failure(.internal, "\(error)") }
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Failure(.inputOutput, verbatim: SystemError("write").description) }
      rest = rest.dropFirst(written)
    }
  }
}
