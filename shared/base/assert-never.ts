/** Ends a switch over a union: adding a case to the union stops the build here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
