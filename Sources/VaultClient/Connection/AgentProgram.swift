public import AgentAPI
internal import Glibc
internal import Localization

/// Finds the `vault-agent` program that belongs to this client.
public enum AgentProgram {
  /// The agent's path: `VAULT_AGENT`, else beside this program, else in `../libexec`, `../libexec/vault` or `../lib/vault`.
  ///
  /// - Throws: ``Failure/Code/configuration`` when none of them can be executed.
  public static func find(environment: [String: String]) throws(Failure) -> String {
    if let chosen = environment["VAULT_AGENT"], !chosen.isEmpty {
      guard chosen.hasPrefix("/"), access(chosen, X_OK) == 0 else {
        throw Failure(
          .configuration, "VAULT_AGENT names no program that can be run: \(chosen)",
          hint: "Give the absolute path of vault-agent, or unset it.")
      }
      return chosen
    }
    let candidates = candidates()
    for path in candidates where access(path, X_OK) == 0 { return path }
    throw Failure(
      .configuration, "The program vault-agent was not found; looked for \(candidates.joined(separator: ", ")).",
      hint: "Install it beside vault, or set VAULT_AGENT to its path.")
  }

  /// The path of this program; nil where `/proc` does not tell.
  public static var own: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The path of a program that belongs to this one and that nobody starts by hand: beside it, where `make install` puts it, or beside the
  /// agent that `VAULT_AGENT` names.
  static func helper(_ name: String, environment: [String: String] = [:]) -> String? {
    let places = own.map { own in ["", "/../libexec/vault", "/../lib/vault"].map { directory(of: own) + $0 } } ?? []
    let named = environment["VAULT_AGENT"].flatMap { $0.hasPrefix("/") ? directory(of: $0) : nil }
    return (places + [named].compactMap { $0 }).map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static func directory(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  private static func candidates() -> [String] {
    guard let own else { return [] }
    return ["", "/../libexec", "/../libexec/vault", "/../lib/vault"].map { "\(directory(of: own))\($0)/vault-agent" }
  }
}
