/**
 * Node's options for a process that opens the embedded database for a few seconds. By default V8 optimises the code of
 * the database while it starts, which costs as much as the start itself and never pays. A hundredfold budget leaves that
 * to processes that work for long.
 */
export const shortLived = ['--wasm-tiering-budget=1300000000'];

/** For `postgresql.auto.conf` of such a process's database: each start fills its buffers, by default 128 MB. */
export const smallBuffers = "shared_buffers = '16MB'\n";
