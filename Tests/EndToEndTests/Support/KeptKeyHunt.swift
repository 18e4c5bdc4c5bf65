import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import SecretMemory

@testable import OwnerVerification
@testable import Sealing

/// What somebody with a debugger makes of the key that an agent keeps for verification by the system: the keys that the kernel keeps for
/// the process, read from within it, each tried on everything in its memory that could be the wrapped private half.
enum KeptKeyHunt {
  /// How often the private half of that header's owner comes out.
  static func count(in pid: Int32, of header: OwnerHeader, privateHalf: [UInt8]) throws -> Int {
    let keys = try kernelKeys(of: pid)
    guard !keys.isEmpty else { return 0 }
    let dump = try MemoryDump(of: pid)
    let nonces = dump.arrays(ofCount: AES256GCM.nonceByteCount)
    let sealed = dump.arrays(ofCount: X25519.keyByteCount + AES256GCM.tagByteCount)
    var found = 0
    for key in keys {
      let key = try SecretBytes(key)
      for message in sealed {
        for nonce in nonces {
          // Nearly all of them are something else.
          guard
            let opened = try? AES256GCM.open(
              message, key: key, nonce: nonce, authenticating: WrappedOwnerKey.binding(header))
          else { continue }
          let isIt = opened.withUnsafeBytes { Array($0) == privateHalf }
          if isIt { found += 1 }
        }
      }
    }
    return found
  }

  /// Every 32-byte key in the process keyring of any of its threads, read as the process itself would.
  private static func kernelKeys(of pid: Int32) throws -> [[UInt8]] {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }  // a directory left behind fails no test
    let (script, result) = (directory.appendingPathComponent("hunt.py"), directory.appendingPathComponent("keys"))
    try Data(program(writing: result.path).utf8).write(to: script)
    let gdb = [
      "gdb", "-nx", "-p", "\(pid)", "-batch", "-iex", "set auto-solib-add off", "-iex", "set debuginfod enabled off",
      "-ex", "sharedlibrary libc.so", "-ex", "source \(script.path)",
    ]
    guard try MemoryDump.asRoot(gdb) == 0, FileManager.default.fileExists(atPath: result.path) else {
      throw ChildProcess.Failure("no keys could be looked for: this needs gdb, and root or sudo without a password")
    }
    let lines = try String(contentsOf: result, encoding: .utf8).split(separator: "\n")
    guard lines.last == "done" else { throw ChildProcess.Failure("the search for keys did not come to its end") }
    return Set(lines.dropLast().map(String.init)).map { line in
      stride(from: 0, to: line.count, by: 2).compactMap { UInt8(line.dropFirst($0).prefix(2), radix: 16) }
    }
  }

  /// The names of a processor's registers, its instruction for a system call, and the number of keyctl(2).
  #if arch(arm64)
  private static let registers =
    "keyctl, names, pc, sp, trap = 219, ['x8', 'x0', 'x1', 'x2', 'x3'], 'pc', 'sp', bytes.fromhex('010000d4')"
  #else
  // `orig_rax` has the kernel begin an interrupted call again, and the instruction itself changes the two others.
  private static let registers = """
    keyctl, names, pc, sp, trap = 250, ['rax', 'rdi', 'rsi', 'rdx', 'r10'], 'rip', 'rsp', bytes.fromhex('0f05')
    changed = {'orig_rax': -1, 'rcx': 0, 'r11': 0}
    """
  #endif

  /// KEYCTL_READ, made by hand: gdb's own way to call a function saves all registers, which gdb 13 can't where the processor has those
  /// of AMX.
  private static let systemCall = """
    start = int(gdb.parse_and_eval('(long) &syscall'))
    place = start + bytes(process.read_memory(start, 128)).index(trap)
    def register(name):
        return int(gdb.parse_and_eval('(long) $%s' % name))
    def put(values):
        for name, value in values.items():
            gdb.execute('set $%s = (long) %d' % (name, value))
    def keyctl_read(number, buffer):
        wanted = dict(zip(names, [keyctl, 11, number, buffer, 256]))
        former = {name: register(name) for name in [*wanted, *changed, pc]}
        put({**changed, **wanted, pc: place})
        gdb.execute('stepi', to_string=True)
        if register(pc) != place + len(trap):
            raise RuntimeError('the call was not made')
        result = register(names[0] if 'orig_rax' in changed else names[1])
        put(former)
        return result
    """

  /// Reading KEY_SPEC_PROCESS_KEYRING gives the numbers of its keys; only the thread that made it has it.
  private static func program(writing path: String) -> String {
    """
    import gdb, struct
    gdb.execute('set scheduler-locking on')
    process = gdb.selected_inferior()
    changed = {}
    \(registers)
    \(systemCall)
    with open('\(path)', 'w') as output:
        for thread in process.threads():
            thread.switch()
            buffer = (register(sp) - 16384) & ~4095
            count = keyctl_read(-2, buffer)
            if count <= 0:
                continue
            content = bytes(process.read_memory(buffer, count))
            for (number,) in struct.iter_unpack('=i', content):
                if keyctl_read(number, buffer) == 32:
                    output.write(bytes(process.read_memory(buffer, 32)).hex() + '\\n')
        output.write('done\\n')

    """
  }
}
