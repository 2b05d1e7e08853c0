import type { SessionView } from '@waybill/contracts';
import { randomUUID } from 'node:crypto';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, PASSWORD, ApiClient, signUpForm } from '../support/api-client.js';

describe('accounts', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  it('signs up, logs in and returns the user', async () => {
    const person = new ApiClient(waybill.url);
    const email = `${randomUUID()}@example.com`;
    const signUp = await person.json('POST', '/api/signup', signUpForm({ email }));
    expect(signUp.status).toBe(201);
    expect(await signUp.json()).toEqual({ message: expect.any(String) });

    const logIn = await person.json('POST', '/api/login', { email, password: PASSWORD });
    expect(logIn.status).toBe(200);
    const user = await logIn.json();
    expect(user).toEqual({
      id: expect.any(String),
      name: 'Ada Lovelace',
      email,
      created_at: expect.any(String),
      subscription: 'free',
    });
    expect(await (await person.get('/api/user')).json()).toEqual(user);
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ password: '' }, 'password', 'Password is required'],
    [
      { password: 'short', confirmPassword: 'short' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [{ confirmPassword: 'another password' }, 'confirmPassword', 'Passwords do not match'],
    [{ agreeToTerms: false }, 'agreeToTerms', 'You must agree to the Terms of Service and Privacy Policy'],
  ])('refuses a sign-up with %j', async (overrides, field, message) => {
    const response = await new ApiClient(waybill.url).json('POST', '/api/signup', signUpForm(overrides));
    expect(response.status).toBe(400);
    expect((await failure(response)).errors).toContainEqual({ field, message });
  });

  it('answers a sign-up with a registered address like one with a new address', async () => {
    const person = new ApiClient(waybill.url);
    const form = signUpForm();
    const first = await person.json('POST', '/api/signup', form);
    const second = await person.json('POST', '/api/signup', {
      ...form,
      email: form.email.toUpperCase(),
      name: 'Eve',
    });
    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
    const logIn = await person.json('POST', '/api/login', { email: form.email, password: PASSWORD });
    expect(await logIn.json()).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('answers a wrong e-mail address and a wrong password with the same error', async () => {
    const person = new ApiClient(waybill.url);
    const form = signUpForm();
    await person.json('POST', '/api/signup', form);
    const wrongPassword = await person.json('POST', '/api/login', {
      email: form.email,
      password: 'not the password',
    });
    const wrongEmail = await person.json('POST', '/api/login', {
      email: signUpForm().email,
      password: PASSWORD,
    });
    expect(wrongPassword.status).toBe(401);
    expect(wrongEmail.status).toBe(401);
    expect(await wrongEmail.json()).toEqual(await wrongPassword.json());
  });

  it('sets the session cookie HttpOnly and SameSite=Lax', async () => {
    const person = new ApiClient(waybill.url);
    const form = signUpForm();
    await person.json('POST', '/api/signup', form);
    const response = await person.json('POST', '/api/login', { email: form.email, password: PASSWORD });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  it('sets the login hint cookie with a session and removes it with its end', async () => {
    const hintCookies = (response: Response) =>
      response.headers.getSetCookie().filter((cookie) => cookie.startsWith('waybill_signed_in='));
    const removed = expect.stringMatching(/^waybill_signed_in=; Max-Age=0; Path=\/; .*SameSite=Lax$/);
    const set = expect.stringMatching(/^waybill_signed_in=1; Max-Age=34560000; Path=\/; SameSite=Lax$/);
    const person = new ApiClient(waybill.url);
    const form = signUpForm();
    await person.json('POST', '/api/signup', form);
    const logIn = () => person.json('POST', '/api/login', { email: form.email, password: PASSWORD });
    expect(hintCookies(await person.get('/'))).toEqual([]);
    expect(hintCookies(await person.get('/api/user'))).toEqual([]);

    expect(hintCookies(await logIn())).toEqual([set]);
    expect(hintCookies(await person.get('/'))).toEqual([]);
    const elsewhere = person.clone();
    const withoutHint = person.clone().without('waybill_signed_in');
    expect(hintCookies(await withoutHint.get('/pricing'))).toEqual([set]);

    expect(hintCookies(await person.json('POST', '/api/logout'))).toEqual([removed]);
    expect(hintCookies(await elsewhere.get('/api/user'))).toEqual([removed]);
    // The session is revoked, so no page sets the login hint again.
    expect(hintCookies(await elsewhere.get('/'))).toEqual([]);
  });

  it('revokes the session on the server when logging out, so that a copied cookie is refused', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const thief = person.clone();
    expect((await person.json('POST', '/api/logout')).status).toBe(204);
    expect((await thief.get('/api/user')).status).toBe(401);
    expect((await person.json('POST', '/api/logout')).status).toBe(204);
  });

  it('changes the name of the user', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const response = await person.json('PUT', '/api/user', { name: 'Countess Lovelace' });
    expect(response.status).toBe(200);
    expect(await (await person.get('/api/user')).json()).toMatchObject({ name: 'Countess Lovelace' });
  });

  it('changes the password and revokes all other sessions', async () => {
    const person = new ApiClient(waybill.url);
    const email = `${randomUUID()}@example.com`;
    await person.signUpAndLogIn(email);
    const elsewhere = new ApiClient(waybill.url);
    await elsewhere.json('POST', '/api/login', { email, password: PASSWORD });

    const wrong = await person.json('PUT', '/api/user/password', {
      current_password: 'not this one',
      new_password: 'another long password',
    });
    expect(wrong.status).toBe(400);
    expect((await failure(wrong)).errors?.[0]?.field).toBe('current_password');

    const changed = await person.json('PUT', '/api/user/password', {
      current_password: PASSWORD,
      new_password: 'another long password',
    });
    expect(changed.status).toBe(200);
    expect((await person.get('/api/user')).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    const logIn = await elsewhere.json('POST', '/api/login', { email, password: 'another long password' });
    expect(logIn.status).toBe(200);
  });

  it('lists the sessions of the user and revokes one or all others', async () => {
    const email = `${randomUUID()}@example.com`;
    const person = new ApiClient(waybill.url);
    await person.signUpAndLogIn(email);
    const [phone, tablet] = [new ApiClient(waybill.url), new ApiClient(waybill.url)];
    for (const other of [phone, tablet]) {
      await other.json('POST', '/api/login', { email, password: PASSWORD });
    }

    const sessions = (await (await phone.get('/api/user/sessions')).json()) as SessionView[];
    expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
    const current = sessions.find(({ isCurrent }) => isCurrent)!;
    expect((await person.json('DELETE', `/api/user/sessions/${current.id}`)).status).toBe(204);
    expect((await phone.get('/api/user')).status).toBe(401);
    expect((await person.json('DELETE', '/api/user/sessions')).status).toBe(204);
    expect((await tablet.get('/api/user')).status).toBe(401);
    expect((await person.get('/api/user')).status).toBe(200);
    expect((await person.json('DELETE', '/api/user/sessions/none')).status).toBe(404);
  });

  it('answers 429 with Retry-After after repeated failed log-ins', async () => {
    const person = new ApiClient(waybill.url);
    const form = signUpForm();
    await person.json('POST', '/api/signup', form);
    let response = await person.json('POST', '/api/login', { email: form.email, password: 'guess 0' });
    for (let guess = 1; guess < 60 && response.status === 401; guess += 1) {
      response = await person.json('POST', '/api/login', { email: form.email, password: `guess ${guess}` });
    }
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('answers 401 without a session to every call that requires one', async () => {
    const visitor = new ApiClient(waybill.url);
    const calls = [
      visitor.get('/api/user'),
      visitor.json('PUT', '/api/user', { name: 'x' }),
      visitor.get('/api/user/sessions'),
      visitor.json('DELETE', '/api/user/sessions'),
      visitor.json('DELETE', `/api/user/sessions/${randomUUID()}`),
      visitor.get('/api/files'),
      visitor.json('POST', '/api/user/cancel'),
      visitor.get(`/api/files/${randomUUID()}/analytics`),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(401);
      expect(await failure(response)).toMatchObject({ statusCode: 401, code: 'auth.required' });
    }
  });
});
