/**
 * Repeats a statement that ends sign-ins, inside one transaction, until it changes no row. A statement waits for a token
 * that is being exchanged, but does not see the new one, which was committed after it began; the next statement does.
 *
 * @param end resolves to how many rows the statement changed
 */
export async function untilNoneIsLeft(end: () => Promise<number | bigint>): Promise<void> {
  let ended: number | bigint;
  do ended = await end();
  while (ended > 0);
}
