import js from '@eslint/js';
import { createProjectGraphAsync } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';
import { roleSuffix } from './scripts/lint/role-suffix.js';

// Without a cached graph, as in a fresh clone, `@nx/enforce-module-boundaries` checks nothing.
await createProjectGraphAsync();

/** SDKs of outside things, and the only folders that may import them (docs/architecture.md, rule 3). */
const sdkHomes = {
  bullmq: ['libs/jobs/**'],
  // After bullmq's, because the last folder that matches a file decides.
  ioredis: ['libs/jobs/src/adapters/**', 'libs/redis/src/**'],
  minio: ['libs/storage/src/adapters/**'],
  amqplib: ['libs/bus/src/adapters/**'],
  pg: ['libs/database/**', 'libs/testing/**'],
  'pg-copy-streams': ['libs/backup/**'],
  nodemailer: ['libs/mail/src/adapters/**'],
  'rate-limiter-flexible': ['libs/redis/src/**'],
  handlebars: ['libs/mail/src/templates/**'],
  'geoip-lite': ['services/analytics/src/visitors/**'],
  sharp: ['services/files/src/previews/**', 'e2e/**'],
  'pdf-lib': ['services/files/src/previews/**', 'e2e/**'],
  '@hyzyla/pdfium': ['services/files/src/previews/**'],
  // The secret of two-step log-in does not leave the page.
  qrcode: ['services/sharing/src/qr-code/**', 'web/src/components/qr-code/**'],
  stripe: ['services/billing/src/stripe/**'],
  fastify: ['gateway/**', 'bench/**'],
  'prom-client': ['libs/service-kit/src/metrics/**'],
  '@opentelemetry/api': ['libs/service-kit/src/tracing/**'],
  '@opentelemetry/core': ['libs/service-kit/src/tracing/**'],
  '@opentelemetry/exporter-trace-otlp-http': ['libs/service-kit/src/tracing/**'],
  '@opentelemetry/resources': ['libs/service-kit/src/tracing/**'],
  '@opentelemetry/sdk-trace': ['libs/service-kit/src/tracing/**'],
};

const everySdk = Object.keys(sdkHomes);

function restrictSdks(allowed) {
  const paths = everySdk
    .filter((name) => !allowed.includes(name))
    .map((name) => ({ name, message: `${name} belongs in ${sdkHomes[name].join(', ')} alone.` }));
  return { 'no-restricted-imports': ['error', { paths }] };
}

/** For each home folder: every SDK that lives there, so that overlapping folders do not undo each other. */
const homes = [...new Set(Object.values(sdkHomes).flat())].map((folder) => ({
  files: [folder],
  rules: restrictSdks(everySdk.filter((name) => sdkHomes[name].some((home) => covers(home, folder)))),
}));

function covers(home, folder) {
  return home === folder || folder.startsWith(home.replace('/**', '/')) || matchesLibs(home, folder);
}

function matchesLibs(home, folder) {
  return (
    home.startsWith('libs/*/') && folder.startsWith('libs/') && folder.endsWith(home.slice('libs/*'.length))
  );
}

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      'build/**',
      '**/data/**',
      '**/node_modules/**',
      '**/coverage/**',
      '.nx/**',
      'e2e/screenshots/**',
      'scripts/fixtures/**',
    ],
  },
  js.configs.recommended,
  {
    rules: {
      // Prettier wraps code, but not comments.
      'max-len': ['error', { code: 1000, comments: 120, ignoreUrls: true }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { ...globals.node, ...globals.jest } },
    rules: { 'max-lines': ['error', 300] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.strict],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      // Nest modules and entities are classes with nothing but decorators or statics.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'max-lines': ['error', 300],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      ...restrictSdks([]),
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'List the properties: TypeScript finds no unknown ones in a spread object.',
        },
      ],
    },
  },
  ...homes,
  {
    files: ['services/*/src/**/*.ts', 'gateway/src/**/*.ts'],
    plugins: { waybill: { rules: { 'role-suffix': roleSuffix } } },
    rules: { 'waybill/role-suffix': 'error' },
  },
  {
    files: ['**/*.spec.ts', '**/*.fault.ts', '**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-imports': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['web/**/*.tsx', 'web/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          // Small entry points beside those that are loaded where they are asked for.
          checkDynamicDependenciesExceptions: ['@waybill/**/env', '@waybill/**/client'],
          depConstraints: [
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'type:lib',
              onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'],
            },
            {
              sourceTag: 'type:testing',
              onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'],
            },
            {
              sourceTag: 'type:service',
              onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'],
            },
            {
              sourceTag: 'type:gateway',
              onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'],
            },
            { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contracts'] },
            { sourceTag: 'type:cli', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'type:root',
              onlyDependOnLibsWithTags: [
                'type:lib',
                'type:contracts',
                'type:service',
                'type:gateway',
                'type:testing',
              ],
            },
            {
              sourceTag: 'type:test',
              onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'],
            },
            ...['auth', 'files', 'sharing', 'analytics', 'billing', 'gateway'].map((scope) => ({
              sourceTag: `scope:${scope}`,
              notDependOnLibsWithTags: [
                'auth',
                'files',
                'sharing',
                'analytics',
                'billing',
                'gateway',
                'web',
                'standalone',
                'operator',
              ]
                .filter((other) => other !== scope)
                .map((other) => `scope:${other}`),
            })),
          ],
        },
      ],
    },
  },
);
