/**
 * How a class of a CSS module is called in the page: `row_actions` is `.actions` of `row.module.css`. No two modules have
 * the same name (tests/lint/styles.test.ts).
 * @type {{ generateScopedName: (local: string, file: string) => string }}
 */
export const classNames = {
  generateScopedName: (local, file) => `${/([\w-]+)\.module\.css/.exec(file)?.[1]}_${local}`,
};
