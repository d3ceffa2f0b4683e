import { settingNames } from '../server/config/config.ts';

/** Removes a real server's settings from an environment: the demo has its own, and touches nobody's data. */
export function forgetSettings(env: NodeJS.ProcessEnv): void {
  for (const name of settingNames) {
    delete env[name];
    delete env[`${name}_FILE`];
  }
}
