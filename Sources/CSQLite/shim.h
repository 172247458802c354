// SQLite, and the macros of its that Swift cannot see.
#pragma once

#include <sqlite3.h>

/// Tells SQLite to copy what is bound: the memory is Swift's and moves on.
static inline sqlite3_destructor_type downbeat_sqlite_transient(void) { return SQLITE_TRANSIENT; }
