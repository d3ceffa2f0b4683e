/** Chromium's switches that let somebody inspect or control a till, or replace its server. */
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

/**
 * The first switch with which a release refuses to start; null if there is none. AppImages use `no-sandbox`
 * themselves.
 */
export function refusedSwitch(commandLine: { hasSwitch: (name: string) => boolean }): string | null {
  return REFUSED.find((name) => commandLine.hasSwitch(name)) ?? null;
}

/**
 * Whether a package was made for testing, and may be inspected: `electron-builder -c.extraMetadata.testBuild=true`
 * writes that into its package.json, and such a package is not signed.
 */
export const isTestBuild = (packageJson: string): boolean => /"testBuild":\s*true/.test(packageJson);
