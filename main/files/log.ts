import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** At this length a file is set aside, replacing the one set aside before: in total never more than twice as much. */
const MOST_BYTES = 500_000;
const LONGEST_LINE = 2_000;

/** Tokens, passwords and mail addresses, which help nobody who reads a log. */
const secrets = [
  /\beyJ[\w-]+(?:\.[\w-]+)*/g,
  /\bBearer\s+\S+/gi,
  /(?<=["']?(?:password|(?:access|refresh|tracking)?token|secret|authorization)["']?\s*[:=]\s*["']?)[^\s"',}&]+/gi,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
];

/** A message as one line of bounded length without secrets. */
export function withoutSecrets(message: string): string {
  const line = message.slice(0, LONGEST_LINE).replaceAll(/[\r\n]+/g, ' ⏎ ');
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[removed]'), line);
}

/** What happened at this till, in two bounded files, for support. A full disk does not stop the till. */
export function openLog(folder: string, now: () => Date = () => new Date()) {
  const file = path.join(folder, 'till.log');
  const before = path.join(folder, 'till.before.log');
  return {
    write(message: string): void {
      try {
        mkdirSync(folder, { recursive: true });
        if (existsSync(file) && statSync(file).size > MOST_BYTES) renameSync(file, before);
        appendFileSync(file, `${now().toISOString()} ${withoutSecrets(message)}\n`, { mode: 0o600 });
      } catch {
        // If nothing can be written, nobody can be informed either.
      }
    },
    /** Writes the whole log into one file in `target` and returns its path. Throws if that fails. */
    exportTo(target: string): string {
      const stamp = now().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
      const exported = path.join(target, `servery-till-${stamp}.log`);
      const parts = [before, file].filter((part) => existsSync(part));
      mkdirSync(target, { recursive: true });
      writeFileSync(exported, parts.map((part) => readFileSync(part, 'utf8')).join(''));
      return exported;
    },
  };
}

export type Log = ReturnType<typeof openLog>;
