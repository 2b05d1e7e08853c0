import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { mailedLink } from '../support/mails.js';
import { failure, PASSWORD, ApiClient } from '../support/api-client.js';

const NEW_PASSWORD = 'quite another password';

describe('password reset', () => {
  let waybill: Instance;
  let person: ApiClient;
  let email: string;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    person = new ApiClient(waybill.url);
    await person.signUpAndLogIn(email);
  });

  const linkFor = async () => {
    const response = await person.json('POST', '/api/forgot-password', { email });
    expect(response.status).toBe(200);
    return eventually(async () => {
      const links = (await waybill.mails()).map((mail) => mailedLink(mail, 'reset-password'));
      return links.find((link) => link?.email === email) ?? Promise.reject(new Error('No link was mailed'));
    });
  };
  const check = (token: string) =>
    person.get(`/api/reset-password?${new URLSearchParams({ token, email }).toString()}`);
  const reset = (token: string, password = NEW_PASSWORD) =>
    person.json('POST', '/api/reset-password', { token, email, password });

  it('resets the password once with the mailed link, which can be checked before', async () => {
    const { token } = await linkFor();
    for (let time = 0; time < 3; time += 1) {
      const checked = await check(token);
      expect(checked.status).toBe(200);
      expect(await checked.json()).toEqual({ message: expect.any(String) });
    }
    expect((await reset(token)).status).toBe(200);
    for (const response of [await reset(token, 'a third password'), await check(token)]) {
      expect(await failure(response)).toMatchObject({
        statusCode: 400,
        code: 'auth.invalid-reset-link',
        message: 'Invalid or expired reset link',
      });
    }
    const logIn = (password: string) =>
      new ApiClient(waybill.url).json('POST', '/api/login', { email, password });
    expect((await logIn(PASSWORD)).status).toBe(401);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('revokes all sessions when the password is reset', async () => {
    const elsewhere = person.clone();
    const { token } = await linkFor();
    expect((await reset(token)).status).toBe(200);
    expect((await person.get('/api/user')).status).toBe(401);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
  });

  it('refuses a short or common password and keeps the reset link valid', async () => {
    const { token } = await linkFor();
    expect(await failure(await reset(token, 'short'))).toMatchObject({
      message: 'Password must be at least 8 characters long',
    });
    expect(await failure(await reset(token, 'password1'))).toMatchObject({
      code: 'auth.password-too-common',
    });
    expect((await reset(token)).status).toBe(200);
  });

  it('refuses a reset link with another address', async () => {
    const { token } = await linkFor();
    const { email: other } = await new ApiClient(waybill.url).signUpAndLogIn();
    const response = await person.json('POST', '/api/reset-password', {
      token,
      email: other,
      password: NEW_PASSWORD,
    });
    expect(await failure(response)).toMatchObject({ code: 'auth.invalid-reset-link' });
  });

  it('answers a reset request alike with and without an account', async () => {
    const known = await person.json('POST', '/api/forgot-password', { email });
    const unknown = await person.json('POST', '/api/forgot-password', {
      email: `${randomUUID()}@example.com`,
    });
    expect(unknown.status).toBe(known.status);
    expect(await unknown.json()).toEqual(await known.json());
  });

  it.each(['', '?token=x', `?email=a@example.com`, '?token=x&email=nobody@example.com', '?token=x&token=y'])(
    'refuses the malformed reset link: %s',
    async (query) => {
      const response = await person.get(`/api/reset-password${query}`);
      expect(await failure(response)).toMatchObject({
        statusCode: 400,
        message: 'Invalid or expired reset link',
      });
    },
  );
});
