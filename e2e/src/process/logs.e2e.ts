import { eventually } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { binaryFile, ApiClient } from '../support/api-client.js';
import { leakedSecrets, useSecrets } from '../support/secrets-flow.js';
import { Standalone } from '../support/standalone.js';

const keys = {
  SESSION_SECRET: randomBytes(32).toString('base64'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};

/** Level of pino. */
const DEBUG = 20;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly correlationId?: string;
}

describe('the log at debug level', () => {
  let waybill: Standalone;

  beforeAll(async () => {
    waybill = await Standalone.start({
      ...keys,
      LOG_LEVEL: 'debug',
      TRUST_PROXY: 'loopback',
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
    });
  });
  afterAll(() => waybill.dispose());

  const lines = () =>
    waybill.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);

  it('contains no secret of users and no key', async () => {
    const secrets = await useSecrets(waybill.url, () => waybill.mails());
    expect(secrets.size).toBeGreaterThan(10);
    expect(lines().length).toBeGreaterThan(20);
    expect(lines().some(({ level }) => level === DEBUG)).toBe(true);
    expect(leakedSecrets(waybill.log, new Map([...secrets, ...Object.entries(keys)]))).toEqual([]);
  });

  it('logs a failed call with its request id and without its query', async () => {
    const person = new ApiClient(waybill.url, { 'x-forwarded-for': '203.0.113.9' });
    const id = await person.upload(binaryFile(100_000));
    for (const object of await waybill.objects()) await rm(object);
    const answer = await person.get(`/api/files/${id}/download?token=never-to-be-seen`);
    expect(answer.status).toBe(500);
    const correlationId = answer.headers.get('x-request-id');
    // The log line arrives through a pipe, possibly after the response.
    await eventually(() =>
      expect(lines()).toContainEqual(expect.objectContaining({ level: 50, correlationId })),
    );
    expect(waybill.log).not.toMatch(/never-to-be-seen|203\.0\.113\.9/);
  });
});
