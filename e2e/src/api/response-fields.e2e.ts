import { HOUR_MS } from '@waybill/contracts';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('fields of responses', () => {
  let waybill: Instance;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  it('returns a file with exactly the documented fields', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const { id: userId } = (await (await owner.get('/api/user')).json()) as { id: string };
    const id = await owner.upload();
    const fields = {
      id,
      originalName: 'note.txt',
      mimeType: 'text/plain',
      size: 19,
      createdAt: TIME,
      viewCount: 0,
      userId,
      deleteAt: { Time: TIME, Valid: true },
      password: { Valid: false },
      preview: expect.objectContaining({ kind: 'text' }),
      takenDown: null,
      scanState: 'none',
    };
    const forOwner = { ...fields, isOwner: true, isFirstLinkActive: true };
    expect(await owner.file(id)).toEqual(forOwner);
    expect(await visitor.file(id)).toEqual({ ...fields, isOwner: false });
    expect(await owner.files()).toEqual([forOwner]);
    const changed = await owner.settings(id, { deleteAt: null, password: 'open sesame' });
    expect(await changed.json()).toEqual({
      ...forOwner,
      deleteAt: { Time: null, Valid: false },
      password: { Valid: true },
    });
  });

  it('expires an anonymous file after one hour and refuses it a password, even during a promotion', async () => {
    const person = new ApiClient(waybill.url);
    const id = await person.upload();
    const { createdAt, deleteAt, userId } = await person.file(id);
    expect(userId).toBeNull();
    expect(Date.parse(deleteAt.Time!) - Date.parse(createdAt)).toBe(HOUR_MS);
    for (const [settings, code] of [
      [{ deleteAt: null }, 'files.expiry-not-in-plan'],
      [{ deleteAt: new Date(Date.now() + 2 * HOUR_MS).toISOString() }, 'files.expiry-not-in-plan'],
      [{ password: 'open sesame' }, 'files.password-not-in-plan'],
    ] as const) {
      expect(await failure(await person.settings(id, settings))).toMatchObject({ statusCode: 403, code });
    }
    expect(await person.file(id)).toMatchObject({ deleteAt, password: { Valid: false } });
  });

  it('returns exactly the documented fields of password check and verification', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const check = async () => (await visitor.get(`/api/files/${id}/check-protection`)).json();
    expect(await check()).toEqual({ isPasswordProtected: false });
    await owner.settings(id, { password: 'open sesame' });
    expect(await check()).toEqual({ isPasswordProtected: true });
    const verified = await visitor.json('POST', `/api/files/${id}/verify-password`, {
      password: 'open sesame',
    });
    expect(await verified.json()).toEqual({ verified: true, token: expect.any(String) });
  });

  it('returns an upload with exactly the documented fields', async () => {
    const response = await new ApiClient(waybill.url).send({ name: 'a.txt', bytes: Buffer.from('abc') });
    expect(await response.json()).toEqual({
      id: UUID,
      files: [{ id: UUID, originalName: 'a.txt', size: 3, mimeType: 'text/plain' }],
    });
  });
});
