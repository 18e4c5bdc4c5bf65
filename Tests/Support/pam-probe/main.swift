// A stand-in for the agent in the tests of PAM: the child (`--pam-child`, like the agent's own program), and a parent that
// verifies the user it runs as:
//
//     pam-probe verify SERVICE DIRECTORY SECONDS < answers
//
// One answer per line. It prints every message of the modules and then the outcome.
internal import Glibc
internal import LinuxSystem
internal import OwnerVerification
internal import SecretMemory

if PAMChild.isRequested() { PAMChild.run() }

guard CommandLine.arguments.count == 5, CommandLine.arguments[1] == "verify",
  let seconds = Int(CommandLine.arguments[4])
else {
  print("usage: pam-probe verify SERVICE DIRECTORY SECONDS")
  exit(64)
}
// As the agent does: the child must work under a parent that nobody can look into.
try ProcessHardening.forbidDumps()

var configuration = PAMVerifier.Configuration()
configuration.service = CommandLine.arguments[2]
#if DEBUG
configuration.serviceDirectory = CommandLine.arguments[3]
#endif
configuration.deadline = .seconds(seconds)
do throws(PAMError) {
  try await PAMVerifier(configuration).verify { prompt in
    print("prompt: \(prompt)")
    guard prompt.needsAnswer, let line = readLine() else { return nil }
    guard let secret = try? SecretBytes(Array(line.utf8)) else { return nil }
    return SharedSecret(secret)
  }
  print("outcome: verified")
} catch {
  print("outcome: \(error.code.rawValue)")
  print("detail: \(error.detail)")
}
