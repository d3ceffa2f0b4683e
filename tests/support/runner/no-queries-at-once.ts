const listening = globalThis as { noQueriesAtOnce?: boolean };

/**
 * Fails the run if a query starts while others of the same connection wait: `pg` warns of it once in a process, and
 * its next major version refuses it.
 */
if (!listening.noQueriesAtOnce)
  process.on('warning', (warning) => {
    if (warning.name === 'DeprecationWarning' && warning.message.includes('client.query()')) throw warning;
  });
// The files of one process share it.
listening.noQueriesAtOnce = true;
