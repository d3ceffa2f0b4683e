/** Gives a text to the person as a file of that name. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file up in its own time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
