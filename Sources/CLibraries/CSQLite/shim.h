// What SQLite offers only as variadic functions or macros that cast, as functions that Swift can call.
#pragma once
#include <sqlite3.h>

/// Has SQLite keep no account of its memory, in the whole process; SQLITE_MISUSE once it is in use.
static inline int vault_sqlite_without_memory_account(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Binds a copy of a blob to a parameter, an empty one too.
static inline int vault_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
