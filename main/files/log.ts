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

/** A file is set aside once it is this long, and what was set aside before it is gone: never more than twice as much. */
const MOST_BYTES = 500_000;
const LONGEST_LINE = 2_000;

/** Tokens of any kind, passwords, and whom mail reaches: none of it helps anybody who reads a log. */
const secrets = [
  /\beyJ[\w-]+(?:\.[\w-]+)*/g,
  /\bBearer\s+\S+/gi,
  /(?<=["']?(?:password|(?:access|refresh|tracking)?token|secret|authorization)["']?\s*[:=]\s*["']?)[^\s"',}&]+/gi,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
];

/** A message as it may be kept: one line of bounded length without anything secret (hazards E26). */
export function withoutSecrets(message: string): string {
  const line = message.slice(0, LONGEST_LINE).replaceAll(/[\r\n]+/g, ' ⏎ ');
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[removed]'), line);
}

/** What happened to this till, in two bounded files, for whoever helps. A disk that is full stops nobody. */
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
        // Nobody can be told where nothing can be written.
      }
    },
    /** Writes all there is into one file of `target`, and gives its path. Throws where that cannot be written. */
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
