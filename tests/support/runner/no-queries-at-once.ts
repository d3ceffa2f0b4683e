/**
 * Fails the run where a query begins while others of the same connection wait: `pg` warns of it, once in a process, and
 * its next major version takes no such query.
 */
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('client.query()')) throw warning;
});
