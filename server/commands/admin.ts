/**
 * `npm run admin -- add|password|remove EMAIL`, `list`, `sign-out-all` and `verify-audit`: manages the
 * platform's admins.
 */
import askPassword from '@inquirer/password';
import { newPassword } from '#shared/api/accounts.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import { email as emailField } from '#shared/api/fields.ts';
import { checkAuditLog } from '../audit/audit-chain.ts';
import { refuseEmpty } from '../backups/refuse-empty.ts';
import { ConfigError, readPlaces } from '../config/config.ts';
import { holdsDatabase, needDatabase } from '../config/need-database.ts';
import { systemClock } from '../core/clock.ts';
import { DataFolderInUse } from '../database/data-folder-lock.ts';
import { sqlState, type Database } from '../database/database.ts';
import { refuseMoved } from '../database/moved-mark.ts';
import { openDatabase } from '../database/open-database.ts';
import { adminAccounts, type AdminAccounts } from '../features/accounts/admin-accounts.ts';
import { isCommonPassword } from '../features/accounts/common-passwords.ts';

const usage = `npm run admin -- add EMAIL        a new admin; asks for the password
npm run admin -- password EMAIL   a new password for any account; ends its sign-ins
npm run admin -- remove EMAIL     takes an admin away; ends their sign-ins
npm run admin -- list             every admin
npm run admin -- sign-out-all     ends every sign-in of everybody, as after a leak
npm run admin -- verify-audit [HASH]   whether the audit log is whole, and has the entry of a hash from the server's log

Where there is no terminal the password is read from standard input.`;

/** What went wrong, as a sentence for the person at the terminal. */
class CommandError extends Error {
  override name = 'CommandError';
}

/** The actions that take no e-mail address. */
const withoutEmail = new Set(['list', 'sign-out-all']);

const [action = '', email = '', ...surplus] = process.argv.slice(2);
process.umask(0o077);
try {
  await run();
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const needsEmail = ['add', 'password', 'remove'].includes(action);
  const takesHash = action === 'verify-audit' && (email === '' || /^[0-9a-f]{64}$/.test(email));
  const known = needsEmail || takesHash || (withoutEmail.has(action) && email === '');
  if (surplus.length > 0 || !known) throw new CommandError(usage);
  if (needsEmail && !emailField.safeParse(email).success)
    throw new CommandError(
      `${email === '' ? 'Please give an e-mail address.' : `${email} is not an e-mail address.`}\n\n${usage}`,
    );
  const places = readPlaces(process.env);
  const where = placeOf(places);
  const password = where.isNew ? await passwordForNew(places.dataDir) : null;
  const database = await openDatabase(places);
  try {
    say(action === 'verify-audit' ? await verified(database) : await act(adminAccounts(database), password));
    if (where.sentence !== null) say(where.sentence);
  } finally {
    await database.close();
  }
}

/**
 * Says which embedded database is used; null for PostgreSQL, which is named by hand. Only the first admin may come
 * before there is one: anything else would be done to a new empty database in the wrong folder, or to one that was
 * moved to PostgreSQL, and seem done.
 */
function placeOf({ databaseUrl, dataDir }: ReturnType<typeof readPlaces>): {
  sentence: string | null;
  isNew: boolean;
} {
  if (databaseUrl !== null) return { sentence: null, isNew: false };
  if (action === 'add' && !holdsDatabase(dataDir)) {
    refuseEmpty(dataDir);
    return { sentence: `There was no database in ${dataDir} yet: this is a new one.`, isNew: true };
  }
  needDatabase(dataDir);
  refuseMoved(dataDir);
  return { sentence: `This is the database in ${dataDir}.`, isNew: false };
}

/** Asked for before the database is made, so that whoever is in a wrong folder can leave it as it was. */
async function passwordForNew(dataDir: string): Promise<string> {
  if (process.stdin.isTTY) say(`There is no database in ${dataDir} yet: this makes a new one.`);
  return readPassword();
}

async function act(accounts: AdminAccounts, password: string | null): Promise<string> {
  if (action === 'list') return listed(await accounts.list());
  if (action === 'sign-out-all') {
    const count = await accounts.signOutAll(systemClock.now());
    return `Nobody is signed in any more. ${count} ${count === 1 ? 'account was' : 'accounts were'}.`;
  }
  const account = await accounts.find(email);
  if (action === 'add') {
    if (account) throw taken();
    if (!(await accounts.add(email, password ?? (await readPassword()), systemClock.now()))) throw taken();
    return `${email} is an admin now.`;
  }
  if (!account) throw new CommandError(`There is no account with the e-mail address ${email}.`);
  if (action === 'password') {
    await accounts.changePassword(account, await readPassword(), systemClock.now());
    return `${email} has a new password; whoever was signed in is out.`;
  }
  if (!account.is_admin) throw new CommandError(`${email} is not an admin.`);
  const removed = await accounts.remove(account, systemClock.now());
  return removed === 'deleted'
    ? `${email} is gone.`
    : `${email} is an admin no more. Outlets or catalogs belong to the account, so it stays as a seller's.`;
}

async function verified({ kysely }: Database): Promise<string> {
  const check = await checkAuditLog(kysely, email || null);
  switch (check.kind) {
    case 'broken':
      throw new CommandError(`The audit log is not whole: entry ${check.seq} was changed or taken out.`);
    case 'not-there':
      throw new CommandError('The audit log holds no entry of that hash: entries were taken off its end.');
    case 'whole':
      return check.head
        ? `The audit log is whole: ${check.head.seq} entries, the newest with the hash ${check.head.hash}.`
        : 'The audit log is empty.';
    default:
      return assertNever(check);
  }
}

function listed(admins: Awaited<ReturnType<AdminAccounts['list']>>): string {
  if (admins.length === 0) return 'There are no admins yet: npm run admin -- add EMAIL';
  return admins
    .map((admin) => `${admin.email}  ${admin.status}  since ${admin.created_at.toISOString().slice(0, 10)}`)
    .join('\n');
}

async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await standardInput();
  const parsed = newPassword.safeParse(password);
  if (!parsed.success) throw new CommandError(parsed.error.issues[0]?.message ?? 'This is no password.');
  if (isCommonPassword(password))
    throw new CommandError('This password is among the first that anybody would try. Please choose another.');
  return password;
}

async function askTwice(): Promise<string> {
  const password = await askPassword({ message: 'Password' });
  if ((await askPassword({ message: 'The same again' })) !== password)
    throw new CommandError('These are two different passwords. Nothing was changed.');
  return password;
}

/** Without the last line break, which is hardly ever part of a password that is piped in. */
async function standardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}

function taken(): CommandError {
  return new CommandError(
    `There is an account with the e-mail address ${email} already. \`password\` gives it another password; an admin needs an address of their own.`,
  );
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof DataFolderInUse)
    return 'A server is running on the data folder. Stop it, run this again, and start it. (With PostgreSQL there is no need to.)';
  if (error instanceof ConfigError || error instanceof CommandError) return error.message;
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'ExitPromptError') return 'Nothing was changed.';
  return code === sqlState.connectionFailure
    ? 'The PostgreSQL server of DATABASE_URL does not answer.'
    : message;
}
