import { readdirSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import root from '../eslint.config.js';

const features = readdirSync(new URL('src/features', import.meta.url));

/** The TypeScript twin of the rule, so that the workspace's own use of it stays in force. */
function forbid(group, message) {
  return { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }] };
}

/** The house rules of the whole workspace, and the client's own: who may import whom inside `src`. */
export default defineConfig([
  { basePath: '..', extends: [root] },
  {
    // RTK Query's word for a call without an argument is `void`.
    files: ['src/**/*.api.ts'],
    rules: { '@typescript-eslint/no-invalid-void-type': 'off' },
  },
  {
    files: ['src/lib/**', 'src/components/**'],
    rules: forbid(['**/features/**', '**/pages/**', '**/app/**'], 'Shared code knows no feature.'),
  },
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**`],
    rules: forbid(
      [
        '**/pages/**',
        '**/app/**',
        ...features.filter((other) => other !== feature).map((other) => `../**/${other}/**`),
      ],
      'Features do not know each other; pages put them together.',
    ),
  })),
]);
