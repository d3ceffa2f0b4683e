import { build, type BuildOptions, type InlineConfig } from 'vite';

/** Builds the assets of pages that lie beside the app, with files of their own, none inlined. */
export function buildBeside(
  outDir: string,
  config: InlineConfig,
  rolldownOptions: NonNullable<BuildOptions['rolldownOptions']>,
): ReturnType<typeof build> {
  return build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ...config,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions,
    },
  });
}
