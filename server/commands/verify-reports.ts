/**
 * `npm run verify-reports -- [HASH]`: whether every session's report is as it was issued and agrees with the ledger.
 * Exits with 0 if all do, with 2 if one does not, and with 1 if it could not look.
 */
import { ConfigError, readPlaces } from '../config/config.ts';
import { needDatabase } from '../config/need-database.ts';
import { DataFolderInUse } from '../database/data-folder-lock.ts';
import { sqlState } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { nameOf, verifyReports, type ReportsCheck } from '../features/trading-sessions/verify-reports.ts';

process.umask(0o077);
try {
  const [noted = null, ...surplus] = process.argv.slice(2);
  if (surplus.length > 0 || (noted !== null && !/^[0-9a-f]{64}$/.test(noted)))
    throw new ConfigError('npm run verify-reports -- [HASH], where HASH is one that an earlier run printed.');
  const places = readPlaces(process.env);
  if (places.databaseUrl === null) needDatabase(places.dataDir);
  const database = await openDatabase(places);
  try {
    const check = await verifyReports(database, noted);
    const whole = check.faults.length === 0 && check.found;
    (whole ? process.stdout : process.stderr).write(`${wordsOf(check).join('\n')}\n`);
    if (!whole) process.exitCode = 2;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`Nothing was checked. ${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

function wordsOf({ faults, reports, newest, missing, found }: ReportsCheck): string[] {
  const waiting =
    missing === 0 ? [] : [`${missing} finished sessions have no report yet; a running server makes them.`];
  if (faults.length > 0)
    return [
      `${faults.length} of ${reports} reports are not right:`,
      ...faults.map((fault) => `  ${nameOf(fault)}: ${fault.what}`),
      'Compare these with a printed copy or a backup. Nothing was changed.',
      ...waiting,
    ];
  if (!found)
    return [
      'No report has that hash. It, or a report after which it came, was taken away or replaced since you noted it.',
      ...waiting,
    ];
  return [
    reports === 0
      ? 'There are no reports yet.'
      : `All ${reports} reports are as they were issued, and agree with the ledger.`,
    ...newest.map((one) => `  ${nameOf(one)} has the hash ${one.hash}`),
    ...waiting,
  ];
}

function sentenceOf(error: unknown): string {
  if (error instanceof DataFolderInUse)
    return 'A server is running on the data folder. Stop it, run this again, and start it. (With PostgreSQL there is no need to.)';
  const { code, message } = error as NodeJS.ErrnoException;
  return code === sqlState.connectionFailure
    ? 'The PostgreSQL server of DATABASE_URL does not answer.'
    : message;
}
