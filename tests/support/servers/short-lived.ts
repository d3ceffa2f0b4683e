/**
 * Options of V8 for a process that opens the embedded database for a few seconds: only one function, which is none of
 * the database's, is ever optimised. By default V8 optimises those that run most, of which the largest costs as much as
 * the start itself and never pays.
 */
export const shortLived = ['--wasm-tier-up-filter=1'];

/** For `postgresql.auto.conf` of such a process's database: each start fills its buffers, by default 128 MB. */
export const smallBuffers = "shared_buffers = '16MB'\n";
