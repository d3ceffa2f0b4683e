import path from 'node:path';

/**
 * Runs a command-line program: prints what it returns, or its error as a sentence with exit code 1. More than `most`
 * words, or one that begins like an option, is a mistake: then its usage is printed and nothing is done.
 */
export async function runCommand(
  { usage, most }: { usage: string; most: number },
  command: (args: string[]) => Promise<string>,
): Promise<void> {
  // Files that a command writes hold copies of the data, so only their owner may read them.
  process.umask(0o077);
  try {
    const args = process.argv.slice(2);
    if (args.length > most || args.some((arg) => arg.startsWith('-'))) throw new Error(usage);
    process.stdout.write(`${await command(args)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** The file that a person names: from where they called npm, which itself runs a command at the project's root. */
export const namedFile = (name: string): string => path.resolve(process.env['INIT_CWD'] ?? '', name);
