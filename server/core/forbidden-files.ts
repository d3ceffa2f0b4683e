/** Whether the system refused a file or a folder to the user as whom this process runs. */
export function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/** What a command says where it may not look into the server's data folder. */
export function mayNotRead(dataDir: string): string {
  return `You may not read ${dataDir}: run this as the server's user.`;
}
