internal import AgentAPI
internal import CredentialStore
internal import DesktopSession
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Looks at everything the vault stands on; never asks, never changes.
  func examine() async -> [DoctorFinding] {
    var findings = [memory(), systemVerification()]
    findings += openAtStart()
    findings += session()
    findings += unknownSettings()
    findings += await settingsFindings()
    findings += missingPrograms()
    findings.append(await storeFinding())
    findings += await tasksFindings()
    findings += await erasingFindings()
    findings.append(await slotsFinding())
    findings += await serverFindings()
    findings += await inbox.departureFindings()
    findings.append(await inboxFinding())
    findings += await lossFindings()
    findings += await redactions.findings()
    findings.append(await notificationFinding())
    return findings
  }

  private func memory() -> DoctorFinding {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    let isLocked: Bool
    do { isLocked = try SecretBytes(count: 1).isLocked } catch { isLocked = false }
    guard isLocked, !MemoryLock.wasRefused else {
      let which = isLocked ? "Since the agent started some secrets could" : "Secrets can"
      return DoctorFinding(
        .warning, "memory lock", "\(which) be swapped out: the limit is \(limit.rlim_cur) bytes.",
        remedy: "Raise RLIMIT_MEMLOCK (ulimit -l), or encrypt the swap space.")
    }
    return DoctorFinding(.ok, "memory lock", "Secrets stay out of swap and core dumps.")
  }

  private func openAtStart() -> [DoctorFinding] {
    guard !ProcessHardening.isRestrictedByYama else { return [] }
    guard ProcessHardening.wasOpenAtStart else {
      return [
        DoctorFinding(
          .warning, "process memory",
          "A program of yours that traces your shell gets at the memory of what that starts.",
          remedy: "Let only parents trace: set kernel.yama.ptrace_scope to 1 (sysctl).")
      ]
    }
    return [
      DoctorFinding(
        .warning, "process memory", "Other programs of yours could open the memory of vault-agent while it started.",
        remedy: "Install the programs with make install, so that their files can be run and not read.")
    ]
  }

  private func systemVerification() -> DoctorFinding {
    Glibc.access("/etc/pam.d/vault", R_OK) == 0
      ? DoctorFinding(.ok, "PAM", "The service \u{201C}vault\u{201D} is set up.")
      : DoctorFinding(
        .warning, "PAM", "The service \u{201C}vault\u{201D} is not set up; only PIN and recovery code unlock.",
        remedy: "For fingerprint or login password install the service file: sudo make install-pam, or see the README.")
  }

  private func unknownSettings() -> [DoctorFinding] {
    settings.unknownKeys.map { key in
      DoctorFinding(
        .warning, "configuration", VaultSettings.notice(unknownKey: key),
        remedy: "Correct it in \(paths.config)/config.json, or take it out.")
    }
  }

  private func missingPrograms() -> [DoctorFinding] {
    guard !pictures.hasProgram else { return [] }
    return [
      DoctorFinding(
        .warning, "pictures", "The program vault-picture was not found; pictures can't be shown.",
        remedy: "Install it beside vault-agent, as make install does.")
    ]
  }

  private func session() -> [DoctorFinding] {
    guard let state = watch.state else {
      return [DoctorFinding(.warning, "session lock", "The desktop session is not watched yet.", remedy: "Try again.")]
    }
    let found = state.capabilities
    let logind =
      found.hasLogind
      ? DoctorFinding(.ok, "session lock", "logind is watched: \(found.sessions.count) sessions of yours.")
      : DoctorFinding(
        .warning, "session lock", "There is no logind: only idleness, vault lock and screen savers lock.",
        remedy: "Have your screen locker run vault lock.")
    let savers =
      found.screenSavers.isEmpty
      ? DoctorFinding(
        .warning, "screen saver", "No screen saver is watched.", remedy: "Have your screen locker run vault lock.")
      : DoctorFinding(.ok, "screen saver", found.screenSavers.sorted().joined(separator: ", "))
    return [logind, savers]
  }

  private func storeFinding() async -> DoctorFinding {
    do throws(Failure) {
      let status = try await credentialStoreController.status()
      guard let kind = status.kind else {
        return DoctorFinding(.ok, "credential store", "Nothing has been stored yet.")
      }
      if kind == .secretService {
        do { _ = try await credentials.keyring.status() } catch { throw Failure(error) }
      }
      return DoctorFinding(.ok, "credential store", "\(kind.rawValue), \(status.reason): \(status.location)")
    } catch { return DoctorFinding(.problem, "credential store", error.message, remedy: error.hint) }
  }

  private func tasksFindings() async -> [DoctorFinding] {
    do throws(TaskStoreError) {
      let health = try await tasks.health()
      return [Self.tasksFinding(health)] + Self.brokenFileFindings(health.brokenFiles)
        + health.exposures.map(Self.exposureFinding)
    } catch {
      let failure = Failure(error)
      return [DoctorFinding(.problem, "tasks", failure.message, remedy: failure.hint)]
    }
  }

  /// Tries again first: the space may be there that was missing.
  private func erasingFindings() async -> [DoctorFinding] {
    await tasks.eraseFormerTexts()
    guard let error = await tasks.dueErasure() else { return [] }
    let failure = Failure(unerased: error, after: "Every change is safe")
    return [DoctorFinding(.problem, "former texts", failure.message, remedy: failure.hint)]
  }

  private static func tasksFinding(_ health: StoreHealth) -> DoctorFinding {
    let aside = health.filesSetAside.map { "What was damaged is kept as \($0)." }
    let notes = health.repairs + aside
    let names = health.damagedTasks.map { $0.text } + health.damagedRows
    guard names.isEmpty else {
      let damaged = "Damaged: \(names.joined(separator: ", "))."
      return DoctorFinding(
        .problem, "tasks", ([damaged] + notes).joined(separator: " "), remedy: "Restore a backup with vault restore.")
    }
    let whole = health.brokenFiles.isEmpty ? "All tasks are whole." : "All tasks that can be read are whole."
    return DoctorFinding(.ok, "tasks", ([whole] + notes).joined(separator: " "))
  }

  private static func exposureFinding(_ text: String) -> DoctorFinding {
    DoctorFinding(
      .warning, "calendar directory", text,
      remedy: "Keep it to yourself (chown, chmod go-w), or name another one with calendar-dir.")
  }

  /// The most broken files that are named one by one.
  private static let maximumFileCount = 20

  private static func brokenFileFindings(_ files: [String]) -> [DoctorFinding] {
    var findings = Array(files.prefix(maximumFileCount))
    if files.count > findings.count { findings.append("\(files.count - findings.count) more files can't be read.") }
    return findings.map { text in
      DoctorFinding(
        .problem, "calendar file", text,
        remedy: "Correct it or move it away; the vault leaves it as it is and shows the others.")
    }
  }

  private func slotsFinding() async -> DoctorFinding {
    do throws(Failure) {
      let (headers, notes) = try await keeper.look()
      if notes.tellOfNewer(than: headers), await keeper.provenHeader == nil { throw Failure.headerNotInForce }
      guard let header = headers.first else {
        return DoctorFinding(.ok, "PIN", "No PIN has been set yet.", remedy: "vault pin set")
      }
      guard header.slot(.recovery) != nil else {
        return DoctorFinding(
          .warning, "PIN", "There is no recovery code: a forgotten PIN loses all protected text.",
          remedy: "vault recovery create")
      }
      return DoctorFinding(
        .ok, "PIN",
        header.slot(.pin) == nil ? "Only the recovery code opens the vault." : "PIN and recovery code open the vault.")
    } catch { return DoctorFinding(.problem, "PIN", error.message, remedy: error.hint) }
  }
}
