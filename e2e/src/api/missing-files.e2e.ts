import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

/** Every call about one file, with a body that is valid where it takes one. */
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
/** The shape of an id, of no version there is. */
const ODD_ID = '12345678-1234-1234-1234-123456789012';
const form = { recipientName: 'Grace Hopper', recipientEmail: 'grace@example.com' };

describe('a file that is not there', () => {
  let waybill: Instance;
  let owner: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance();
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const answersOf = async (id: string) => {
    const calls = CALLS.map(([method, path, body]) => owner.json(method, `/api/files/${id}${path}`, body));
    const share = owner.json('POST', `/api/share/email/${id}`, form);
    return Promise.all([...calls, share, owner.get(`/api/qr-code/${id}`)]);
  };

  it('is not found by any call, be it deleted or never there', async () => {
    const deleted = await owner.upload();
    expect((await owner.json('DELETE', `/api/files/${deleted}`)).status).toBe(204);
    for (const id of [deleted, randomUUID(), randomUUID().toUpperCase(), ODD_ID]) {
      for (const response of await answersOf(id)) {
        expect(await failure(response)).toEqual({
          statusCode: 404,
          code: 'files.not-found',
          message: 'File not found',
        });
      }
    }
    for (const id of [deleted, randomUUID(), ODD_ID]) {
      const response = await eventually(async () => {
        const answer = await owner.get(`/api/files/${id}/analytics`);
        expect(answer.status).toBe(404);
        return answer;
      });
      expect(await failure(response)).toMatchObject({ code: 'analytics.not-found' });
    }
  });

  it('has expired for every call, its owner’s too', async () => {
    const id = await owner.upload();
    const end = new Date(Date.now() + 300).toISOString();
    expect((await owner.settings(id, { deleteAt: end })).status).toBe(200);
    await eventually(async () => expect((await owner.get(`/api/files/${id}`)).status).toBe(410));
    for (const response of await answersOf(id)) {
      expect(await failure(response)).toEqual({
        statusCode: 410,
        code: 'files.expired',
        message: 'File has expired',
      });
    }
  });

  it('is named by its id in any case', async () => {
    const id = await owner.upload();
    expect((await owner.get(`/api/files/${id.toUpperCase()}`)).status).toBe(200);
    expect((await owner.settings(id.toUpperCase(), { originalName: 'loud.txt' })).status).toBe(200);
    expect(await owner.file(id)).toMatchObject({ id, originalName: 'loud.txt' });
    for (const other of [id.replaceAll('-', ''), `{${id}}`, `${id}0`]) {
      expect((await owner.get(`/api/files/${other}`)).status).toBe(404);
    }
  });
});
