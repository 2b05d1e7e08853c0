import { eventually } from '@waybill/testing';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { mailedLink, readable } from '../support/mails.js';
import { failure, PASSWORD, ApiClient, signUpForm } from '../support/api-client.js';
import { SmtpStub } from '../support/smtp-stub.js';

describe('activation by mail, with a mail server', () => {
  let smtp: SmtpStub;
  let waybill: Instance;
  let person: ApiClient;
  let email: string;

  beforeAll(async () => {
    smtp = await SmtpStub.start();
    waybill = await startInstance({ SMTP_URL: smtp.url, MAIL_FROM: 'Waybill <post@example.org>' });
  });
  afterAll(async () => {
    await waybill.dispose();
    await smtp.stop();
  });

  beforeEach(async () => {
    person = new ApiClient(waybill.url);
    const form = signUpForm();
    email = form.email;
    expect((await person.json('POST', '/api/signup', form)).status).toBe(201);
  });

  const linkFor = () =>
    eventually(() => {
      const links = smtp.mails.map((mail) => mailedLink(mail, 'activate'));
      return links.find((link) => link?.email === email) ?? Promise.reject(new Error('No link was mailed'));
    });
  const logIn = (password = PASSWORD) => person.json('POST', '/api/login', { email, password });
  const verify = (query: Record<string, string>) =>
    person.get(`/api/verify-email?${new URLSearchParams(query).toString()}`);

  it('refuses a log-in before activation with 403, for the right password only', async () => {
    expect(await failure(await logIn())).toMatchObject({ statusCode: 403, code: 'auth.not-activated' });
    expect(await failure(await logIn('a wrong password'))).toMatchObject({
      statusCode: 401,
      code: 'auth.invalid-credentials',
    });
  });

  it('activates the account by the mailed link, and accepts the link again because mail scanners follow links', async () => {
    const link = await linkFor();
    for (let time = 0; time < 2; time += 1) {
      const response = await verify(link);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
    expect((await logIn()).status).toBe(200);
    expect((await verify(link)).status).toBe(200);
  });

  it('moves the files of the browser that signed up to the activated account', async () => {
    const visitor = new ApiClient(waybill.url);
    const id = await visitor.upload();
    const form = signUpForm();
    await visitor.json('POST', '/api/signup', form);
    email = form.email;
    expect((await new ApiClient(waybill.url).get(`/api/files/${id}`)).status).toBe(200);
    await verify(await linkFor());
    const elsewhere = new ApiClient(waybill.url);
    await elsewhere.json('POST', '/api/login', { email, password: PASSWORD });
    await eventually(async () => expect(await elsewhere.files()).toMatchObject([{ id, isOwner: true }]));
  });

  it('refuses activation without token or address, and with wrong ones', async () => {
    const { token } = await linkFor();
    for (const query of [{}, { token }, { email }] as Record<string, string>[]) {
      expect(await failure(await verify(query))).toMatchObject({
        statusCode: 400,
        message: 'Invalid verification link',
      });
    }
    for (const query of [
      { token: `${token}x`, email },
      { token, email: 'someone@example.com' },
    ]) {
      expect(await failure(await verify(query))).toMatchObject({
        statusCode: 400,
        code: 'auth.expired-verification-link',
      });
    }
    expect((await logIn()).status).toBe(403);
  });

  it('mails the owner of an account when its address signs up again', async () => {
    await verify(await linkFor());
    const before = smtp.mails.length;
    const again = await new ApiClient(waybill.url).json('POST', '/api/signup', signUpForm({ email }));
    expect(again.status).toBe(201);
    await eventually(() => {
      const mails = smtp.mails.slice(before).map(readable);
      expect(mails.some((mail) => mail.includes(email) && !mail.includes('/activate?'))).toBe(true);
    });
  });
});
