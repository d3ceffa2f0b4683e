/** Runs a command of the terminal: what it returns is printed, and what went wrong is said in a sentence; the exit code tells which. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  // What a command writes is a copy of the data.
  process.umask(0o077);
  try {
    process.stdout.write(`${await command(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
