import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

/** Every call about one file, with a valid body where it needs one. */
const CALLS = [
  ['GET', ''],
  ['DELETE', ''],
  ['PUT', '/settings', { originalName: 'x.txt' }],
  ['GET', '/metadata'],
  ['GET', '/check-protection'],
  ['POST', '/verify-password', { password: 'x' }],
  ['GET', '/download'],
  ['GET', '/preview'],
  ['GET', '/thumbnail'],
  ['GET', '/viewer'],
] as const;
/** UUID-shaped, but with a version that does not exist. */
const INVALID_VERSION_ID = '12345678-1234-1234-1234-123456789012';
const form = { recipientName: 'Grace Hopper', recipientEmail: 'grace@example.com' };

describe('missing and expired files', () => {
  let waybill: Instance;
  let owner: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const answersOf = async (id: string) => {
    const calls = CALLS.map(([method, path, body]) => owner.json(method, `/api/files/${id}${path}`, body));
    const share = owner.json('POST', `/api/share/email/${id}`, form);
    return Promise.all([...calls, share, owner.get(`/api/qr-code/${id}`)]);
  };

  it('answers 404 to every call for a deleted or unknown file', async () => {
    const deleted = await owner.upload();
    expect((await owner.json('DELETE', `/api/files/${deleted}`)).status).toBe(204);
    for (const id of [deleted, randomUUID(), randomUUID().toUpperCase(), INVALID_VERSION_ID]) {
      for (const response of await answersOf(id)) {
        expect(await failure(response)).toEqual({
          statusCode: 404,
          code: 'files.not-found',
          message: 'File not found',
        });
      }
    }
    for (const id of [deleted, randomUUID(), INVALID_VERSION_ID]) {
      const response = await eventually(async () => {
        const answer = await owner.get(`/api/files/${id}/analytics`);
        expect(answer.status).toBe(404);
        return answer;
      });
      expect(await failure(response)).toMatchObject({ code: 'analytics.not-found' });
    }
  });

  it('answers 410 to every call for an expired file, including its owner’s', async () => {
    const id = await owner.upload();
    await owner.expireSoon(id);
    await eventually(async () => expect((await owner.get(`/api/files/${id}`)).status).toBe(410));
    for (const response of await answersOf(id)) {
      expect(await failure(response)).toEqual({
        statusCode: 410,
        code: 'files.expired',
        message: 'File has expired',
      });
    }
  });

  it('accepts a file id in upper and lower case', async () => {
    const id = await owner.upload();
    expect((await owner.get(`/api/files/${id.toUpperCase()}`)).status).toBe(200);
    expect((await owner.settings(id.toUpperCase(), { originalName: 'loud.txt' })).status).toBe(200);
    expect(await owner.file(id)).toMatchObject({ id, originalName: 'loud.txt' });
    for (const other of [id.replaceAll('-', ''), `{${id}}`, `${id}0`]) {
      expect((await owner.get(`/api/files/${other}`)).status).toBe(404);
    }
  });
});
