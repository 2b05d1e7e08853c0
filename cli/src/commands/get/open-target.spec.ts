import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../../api.js';
import { openTarget } from './open-target.js';

const challenge = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const target = { kind: 'file', id: '0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00' };

describe('openTarget', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-state-'));
    process.env['XDG_STATE_HOME'] = folder;
  });
  afterAll(async () => {
    delete process.env['XDG_STATE_HOME'];
    await rm(folder, { recursive: true });
  });

  it('sends the code of a link with the challenge of the mail that it asked for, in a later run', async () => {
    const bodies: unknown[] = [];
    const answers = [
      {
        status: 202,
        headers: new Headers({ 'x-link-challenge': challenge }),
        body: { needs: { code: true } },
      },
      { status: 200, headers: new Headers(), body: { token: 't', target } },
    ];
    const api = {
      answer: async (_path: string, { body }: { body: unknown }) => {
        bodies.push(JSON.parse(JSON.stringify(body)));
        return answers.shift();
      },
    } as unknown as Api;
    const get = (code?: string) =>
      openTarget(
        api,
        { kind: 'link', id: 'k3v9x0q7m2ap', url: null },
        { email: 'ada@example.org', code },
        'key',
      );
    await expect(get()).rejects.toThrow('A code was mailed to you.');
    expect(bodies).toEqual([{ email: 'ada@example.org', visit: expect.any(String) }]);
    await expect(get('041592')).resolves.toMatchObject({ headers: { 'x-verification-token': 't' } });
    expect(bodies[1]).toMatchObject({ code: '041592', challenge });
  });
});
