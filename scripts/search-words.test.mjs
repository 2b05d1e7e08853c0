import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** The word of the field, and the file or folder of its code. */
const expected = {
  csrf: 'gateway/src/http/csrf.hook.ts',
  'rate limit': 'libs/redis/src/rate-limit/redis-rate-limiter.ts',
  lockout: 'services/auth/src/limits/attempt.limits.ts',
  'brute force': 'services/auth/src/limits/attempt.limits.ts',
  mutex: 'services/files/src/owner/owner-lock.ts',
  semaphore: 'libs/service-kit/src/semaphore.ts',
  geo: 'services/analytics/src/visitors/geo-ip.ts',
  'webhook signature': 'services/billing/src/stripe/stripe-provider.ts',
  retry: 'libs/bus/src/retry-policy.ts',
  'dead letter': 'libs/bus/src/adapters/rabbitmq/rabbitmq-dead-letters.ts',
  projection: 'services/analytics/src/records/file-record.entity.ts',
  thumbnail: 'services/files/src/previews/child/render-picture.ts',
  range: 'gateway/src/download/range-response.service.ts',
  cookie: 'gateway/src/http/cookies.service.ts',
  'session cache': 'gateway/src/sessions/session-cache.service.ts',
  sweep: 'services/files/src/sweep/sweeper.service.ts',
  quota: 'services/files/src/upload/upload-opening.service.ts',
  encryption: 'libs/storage/src/encryption/',
  rotation: 'services/files/src/rotation/rewrap-keys.ts',
  migration: 'libs/database/src/migrations.ts',
  pagination: 'libs/database/src/page-cursor.ts',
  throttle: 'libs/redis/src/rate-limit/rate-limiter.ts',
  'graceful shutdown': 'libs/composition/src/shutdown.ts',
  health: 'gateway/src/health/health.controller.ts',
  'password hash': 'libs/service-kit/src/password-hash.ts',
  'advisory lock': 'libs/database/src/advisory-lock.ts',
  'audit log': 'services/auth/src/audit/audit-log.service.ts',
  'virus scan': 'services/files/src/virus-scan/',
  outbox: 'libs/bus/src/outbox/',
  totp: 'services/auth/src/totp',
  '2fa': 'services/auth/src/totp/totp.service.ts',
  'api key': 'services/auth/src/access-tokens/access-token.service.ts',
  enumeration: 'services/auth/src/credentials/minimum-duration.ts',
  hsts: 'gateway/src/http/security-headers.ts',
  clickjacking: 'gateway/src/http/security-headers.ts',
  cors: 'gateway/src/http/csrf.hook.ts',
  ssrf: 'services/sharing/src/webhooks/post-webhook.ts',
  slowloris: 'gateway/src/limits/transfer-pace.ts',
  'zip slip': 'services/files/src/bundle/bundle-path.ts',
  'zip bomb': 'services/files/src/previews/child/list-archive.ts',
  'path traversal': 'libs/storage/src/object-key.ts',
  'envelope encryption': 'libs/storage/src/encryption/keyring.ts',
  'presigned url': 'services/files/src/access/file-tickets.service.ts',
  'exponential backoff': 'libs/bus/src/retry-policy.ts',
  backpressure: 'gateway/src/download/pipe-body.ts',
  deduplication: 'libs/bus/src/inbox/inbox.ts',
  'feature flag': 'gateway/src/config/config.module.ts',
  cron: 'libs/jobs/src/schedules.ts',
  'focus trap': 'web/src/app/theme.ts',
  'dark mode': 'web/src/app/theme.ts',
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && join(root, path) !== import.meta.filename)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * Files of code, tests included: those whose path has the word, then those whose text has it, most often first. Stands
 * for an editor's search of names, followed by its search of texts.
 */
function search(word) {
  const pattern = new RegExp(word.replaceAll(' ', '[ -]?'), 'gi');
  const count = (text) => text.match(pattern)?.length ?? 0;
  return files
    .map(({ path, text }) => ({ path, inPath: count(path) > 0 ? 1 : 0, inText: count(text) }))
    .filter(({ inPath, inText }) => inPath + inText > 0)
    .sort((a, b) => b.inPath - a.inPath || b.inText - a.inText || a.path.localeCompare(b.path))
    .map(({ path }) => path);
}

describe('searching the tree for a word of the field', () => {
  for (const [word, path] of Object.entries(expected)) {
    test(`finds the code of "${word}" in the first five hits`, () => {
      const hits = search(word).slice(0, 5);
      assert.ok(
        hits.some((hit) => hit.startsWith(path)),
        `${path} is not among:\n${hits.join('\n')}`,
      );
    });
  }
});
