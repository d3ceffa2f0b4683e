import { defineConfig } from 'oxlint';
import { longFiles, longFunctions } from './lint/long.js';

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  jsPlugins: ['./lint/walls.js'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist/**', 'data/**', '.cache/**', 'node_modules/**'],
  rules: {
    'house/walls': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'off',
    'react/no-danger': 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'react/incompatible-library': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'max-lines': ['error', 250],
    'max-lines-per-function': ['error', 60],
    'no-console': 'error',
    eqeqeq: 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    // Playwright reads off the pattern which fixtures a fixture needs, also where it needs none.
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'unicorn/no-array-sort': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'oxc/no-map-spread': 'off',
    'oxc/no-accumulating-spread': 'off',
    'typescript/consistent-return': 'off',
    'vitest/no-conditional-expect': 'off',
    // By the names of the tests' own helpers that hold expectations.
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'fc.assert', 'equal', 'reaches', 'refused', 'run'] },
    ],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    {
      files: ['tests/**', 'demo/**', '**/*.test.ts', '**/*.test.tsx', 'lint/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['guest/**', 'renderer/**', 'shared/**', 'web/**'],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'crypto',
            property: 'randomUUID',
            message: 'Pages without TLS have none: take one of uuid.',
          },
        ],
      },
    },
    { files: longFiles, rules: { 'max-lines': 'off' } },
    // A `describe` is one function, however many tests it has.
    { files: [...longFunctions, '**/*.{test,spec}.{ts,tsx}'], rules: { 'max-lines-per-function': 'off' } },
  ],
});
