/** Switches of Chromium that let somebody look into a till, steer it, or put another server in place of its own. */
const REFUSED = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  'load-extension',
  'proxy-server',
  'proxy-pac-url',
  'proxy-auto-detect',
  'host-rules',
  'host-resolver-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'ssl-key-log-file',
  'log-net-log',
  'disable-web-security',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
];

/** The first switch that a release is not started with; null where there is none. `no-sandbox` is an AppImage's own. */
export function refusedSwitch(commandLine: { hasSwitch: (name: string) => boolean }): string | null {
  return REFUSED.find((name) => commandLine.hasSwitch(name)) ?? null;
}

/**
 * Whether a package was made to be tested, and so may be looked into: `electron-builder -c.extraMetadata.testBuild=true`
 * writes that into its package.json, and such a package is not signed.
 */
export const isTestBuild = (packageJson: string): boolean => /"testBuild":\s*true/.test(packageJson);
