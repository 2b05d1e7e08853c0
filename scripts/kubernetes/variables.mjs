import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The variables that each process reads, as its built code declares them. */
export async function readByProcess() {
  const built = (path) => import(join(root, path, 'dist/index.js'));
  const { variablesOf, commonVariables, migrationVariables } = await built('libs/composition');
  const [gateway, auth, files, sharing, analytics, billing] = await Promise.all(
    [
      'gateway',
      'services/auth',
      'services/files',
      'services/sharing',
      'services/analytics',
      'services/billing',
    ].map(built),
  );
  return {
    gateway: [...commonVariables, ...gateway.gatewayVariables],
    auth: variablesOf(auth.authProcess),
    files: variablesOf(files.filesApiProcess),
    'files-worker': variablesOf(files.filesWorkerProcess),
    sharing: variablesOf(sharing.sharingProcess),
    analytics: variablesOf(analytics.analyticsProcess),
    billing: [...variablesOf(billing.billingProcess(() => null)), ...Object.keys(billing.stripeEnv)],
    migrate: migrationVariables,
  };
}

/** Variables that the operator's commands need for the servers and the files. Backups need further ones. */
export const readByTools = [
  ...['DATABASE_URL', 'RABBITMQ_URL', 'REDIS_URL', 'SESSION_SECRET', 'ENCRYPTION_KEY'],
  ...['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
];

/** The names of all settings. */
export const settingsInExample = [
  ...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm),
].map(([, name]) => name);
