/// How the desktop knows the window of a vault: its application id, which is its name on the session bus as well.
public enum WindowName {
  /// The window of the user's own vault.
  public static let usual = "io.github.vault.Vault"
  /// The action that shows a place, exported on the bus: its parameter is a ``WindowPlace/link``.
  public static let showAction = "show"

  /// The window of the vault that the environment names.
  ///
  /// A vault that `VAULT_DATA_DIR` puts elsewhere has a window of its own: ``usual`` with `.v` and 16 digits behind it, the
  /// 64-bit FNV-1a hash of the directory's path as ``VaultPaths/data`` has it, in hexadecimal. Nothing but the path goes into it, so that the
  /// window and the agent come to the same name; a link to the directory is another path.
  public static func name(for paths: VaultPaths, environment: [String: String]) -> String {
    let usualEnvironment = environment.filter { !VaultPaths.overrides.contains($0.key) }
    // Who has no home has no usual vault either.
    do throws(Failure) {
      if try VaultPaths(environment: usualEnvironment).data == paths.data { return usual }
    } catch {}
    return usual + ".v" + hexadecimal(hash(paths.data))
  }

  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
