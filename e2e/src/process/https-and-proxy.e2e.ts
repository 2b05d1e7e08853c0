import { eventually } from '@waybill/testing';
import { Standalone } from '../support/standalone.js';
import { PASSWORD, ApiClient, signUpForm } from '../support/api-client.js';

describe('PUBLIC_URL with https', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start({ PUBLIC_URL: 'https://share.example' });
  });
  afterAll(() => waybill.dispose());

  it('sets cookies with the __Host- prefix and Secure', async () => {
    const person = new ApiClient(waybill.url);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const upload = await person.fetch('/api/upload', { method: 'POST', body: form });
    const credentials = signUpForm();
    await person.json('POST', '/api/signup', credentials);
    const logIn = await person.json('POST', '/api/login', { email: credentials.email, password: PASSWORD });
    const cookies = [...upload.headers.getSetCookie(), ...logIn.headers.getSetCookie()];
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-waybill_(browser|session|signed_in|device)=/);
      // Scripts read the login hint cookie, so it is not HttpOnly.
      if (!cookie.startsWith('__Host-waybill_signed_in=1;')) expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).not.toMatch(/domain/i);
    }
  });

  it('sends its public address to programs, with which links begin', async () => {
    const config = await (await new ApiClient(waybill.url).get('/api/config')).json();
    expect(config).toMatchObject({ publicUrl: 'https://share.example' });
  });

  it('sends Strict-Transport-Security and upgrades insecure requests', async () => {
    const { headers } = await new ApiClient(waybill.url).get('/');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  });

  it('accepts the public origin and refuses other origins', async () => {
    const person = new ApiClient(waybill.url);
    const post = (origin: string) => person.fetch('/api/logout', { method: 'POST', headers: { origin } });
    expect((await post('https://share.example')).status).toBe(204);
    expect((await post('https://share.example.evil.example')).status).toBe(403);
  });
});

describe('client address', () => {
  let waybill: Standalone;
  afterEach(() => waybill.dispose());

  /** Client address in the report of a visit with this X-Forwarded-For header. */
  const reportedAddress = async (forwardedFor: string) => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    await new ApiClient(waybill.url).get(`/api/files/${id}/download`, { 'x-forwarded-for': forwardedFor });
    return eventually(async () => {
      const report = await owner.get(`/api/files/${id}/analytics`);
      const { analytics } = (await report.json()) as { analytics: { ipAddress: string }[] };
      return analytics[0]?.ipAddress ?? Promise.reject(new Error('The visit is not there yet'));
    });
  };

  it('the client address is the address of the connection and ignores X-Forwarded-For by default', async () => {
    waybill = await Standalone.start();
    expect(await reportedAddress('8.8.8.8')).toBe('127.0.0.1');

    const email = signUpForm().email;
    const guess = (at: number) =>
      new ApiClient(waybill.url, { 'x-forwarded-for': `10.0.0.${at}` }).json('POST', '/api/login', {
        email: `${at}-${email}`,
        password: 'a wrong guess',
      });
    let response = await guess(0);
    for (let at = 1; at < 60 && response.status === 401; at += 1) response = await guess(at);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('the client address is the last untrusted address of X-Forwarded-For behind a trusted proxy', async () => {
    waybill = await Standalone.start({ TRUST_PROXY: 'loopback' });
    expect(await reportedAddress('8.8.8.8')).toBe('8.8.8.8');
    expect(await reportedAddress('1.2.3.4, 8.8.4.4')).toBe('8.8.4.4');
  });
});
