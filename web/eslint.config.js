import { readdirSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import root from '../eslint.config.js';

const features = readdirSync(new URL('src/features', import.meta.url));

/**
 * Forbids imports by the rule of typescript-eslint, because a second configuration of the core rule would replace that
 * of the workspace.
 */
function forbid(group, message) {
  return { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }] };
}

/** The rules of the workspace, and the import rules between the folders of `src`. */
export default defineConfig([
  { basePath: '..', extends: [root] },
  {
    // RTK Query uses `void` as the argument type of endpoints without arguments.
    files: ['src/**/*.api.ts'],
    rules: { '@typescript-eslint/no-invalid-void-type': 'off' },
  },
  {
    files: ['src/lib/**', 'src/components/**'],
    rules: forbid(
      ['**/features/**', '**/pages/**', '**/app/**'],
      'Shared code must not import features, pages or the app.',
    ),
  },
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**`],
    rules: forbid(
      [
        '**/pages/**',
        '**/app/**',
        ...features.filter((other) => other !== feature).map((other) => `../**/${other}/**`),
      ],
      'Features must not import each other. Pages combine them.',
    ),
  })),
]);
