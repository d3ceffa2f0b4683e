/** Runs a command-line program: prints what it returns, or its error as a sentence with exit code 1. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  // Files that a command writes hold copies of the data, so only their owner may read them.
  process.umask(0o077);
  try {
    process.stdout.write(`${await command(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
