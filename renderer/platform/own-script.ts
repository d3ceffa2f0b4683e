type Policy = { createScriptURL(address: string): string };
type PolicyMaker = { createPolicy(name: string, rules: Policy): Policy };

let policy: Policy | undefined;

/**
 * The address of a worker of our own. The page's policy (Trusted Types) lets no other text become a script, a worker or
 * markup; browsers without Trusted Types take the address as it is.
 */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  policy ??= trustedTypes?.createPolicy('own-scripts', { createScriptURL: checked });
  return policy?.createScriptURL(address) ?? address;
}

function checked(address: string): string {
  if (new URL(address, location.href).origin === location.origin) return address;
  throw new TypeError(address);
}
