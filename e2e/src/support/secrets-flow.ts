import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { mailedLink } from './mails.js';
import { failure, ApiClient, signUpForm, textFile } from './api-client.js';

/** Client address of the flow, sent in X-Forwarded-For. */
const ADDRESS = '198.51.100.77';

/**
 * Uses every secret of a user once correctly and once wrongly: passwords, tokens, addresses and file contents. Needs a
 * promotion and a trusted proxy.
 * @param mails texts of all mails kept on disk
 * @returns the secrets, which must not appear in a log, by description
 */
export async function useSecrets(
  url: string,
  mails: () => Promise<string[]>,
): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  const secret = (what: string, value: string) => {
    expect(value.length).toBeGreaterThan(7);
    secrets.set(what, value);
    return value;
  };
  const person = new ApiClient(url, { 'x-forwarded-for': secret('an address', ADDRESS) });
  const email = secret('an e-mail address', `${randomUUID()}@people.example`);
  const password = secret('a password', `pw-${randomUUID()}`);
  const wrong = secret('a wrong password', `wrong-${randomUUID()}`);

  await person.signUpAndLogIn(email, password);
  await person.json('POST', '/api/signup', signUpForm({ email, password, confirmPassword: wrong }));
  await person.json('POST', '/api/signup', signUpForm({ email, password, confirmPassword: password }));
  await person.json('POST', '/api/login', { email, password: wrong });
  await person.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${email}","password":"${password}"`,
  });
  const newPassword = secret('a new password', `new-${randomUUID()}`);
  const passwords = { current_password: password, new_password: newPassword, confirmPassword: newPassword };
  await person.json('PUT', '/api/user/password', { ...passwords, current_password: wrong });

  const id = await person.upload(
    textFile('diary.txt', secret('a file’s content', `dear diary ${randomUUID()}`)),
  );
  const opening = secret('a file’s password', `open-${randomUUID()}`);
  expect((await person.settings(id, { password: opening, deleteAt: null })).status).toBe(200);
  const visitor = new ApiClient(url, {
    'x-forwarded-for': ADDRESS,
    'user-agent': 'Mozilla/5.0 (secrets flow)',
  });
  await visitor.json('POST', `/api/files/${id}/verify-password`, { password: wrong });
  const verified = await visitor.json('POST', `/api/files/${id}/verify-password`, { password: opening });
  const token = secret('a file’s token', ((await verified.json()) as { token: string }).token);
  expect((await visitor.get(`/api/files/${id}/download?token=${encodeURIComponent(token)}`)).status).toBe(
    200,
  );
  await visitor.get(`/api/files/${id}/download?token=x${encodeURIComponent(token)}`);
  await visitor.get(`/api/files/${id}`, { 'x-verification-token': token });

  const friend = secret('a friend’s e-mail address', `${randomUUID()}@friends.example`);
  const share = { recipientEmail: friend, recipientName: 'Grace' };
  expect((await person.json('POST', `/api/share/email/${id}`, share)).status).toBe(202);
  await person.json('POST', `/api/share/email/${id}`, { ...share, recipientEmail: `${friend} and more` });
  const message = secret('a message', `what I have to say ${randomUUID()}`);
  const contact = { name: 'Ada', email, subject: 'A question', message };
  expect((await person.json('POST', '/api/contact', contact)).status).toBe(202);

  expect((await person.json('POST', '/api/forgot-password', { email })).status).toBe(200);
  const reset = await eventually(async () => {
    const links = (await mails()).map((mail) => mailedLink(mail, 'reset-password'));
    return links.find((link) => link?.email === email) ?? Promise.reject(new Error('No link was mailed'));
  });
  secret('a reset token', reset.token);
  const query = new URLSearchParams({ token: reset.token, email }).toString();
  expect((await person.get(`/api/reset-password?${query}`)).status).toBe(200);
  const again = { token: reset.token, email, password: newPassword };
  expect((await person.json('POST', '/api/reset-password', again)).status).toBe(200);
  expect(await failure(await person.json('POST', '/api/reset-password', again))).toMatchObject({
    statusCode: 400,
  });
  const loggedIn = await person.json('POST', '/api/login', { email, password: newPassword });
  for (const cookie of loggedIn.headers.getSetCookie()) {
    if (/; HttpOnly/i.test(cookie)) secret('a session', /=([^;]{8,})/.exec(cookie)?.[1] ?? '');
  }
  await person.get(`/api/user?token=${encodeURIComponent(token)}`);
  await eventually(async () => expect((await mails()).some((mail) => mail.includes(friend))).toBe(true));
  expect((await person.json('POST', '/api/logout')).status).toBe(204);
  return secrets;
}

/** Descriptions of the secrets that a log contains, in plain or encoded form. */
export function leakedSecrets(log: string, secrets: ReadonlyMap<string, string>): string[] {
  const text = log.toLowerCase();
  const encodings = (value: string) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    // As in a file name.
    value.replaceAll(/[^a-z0-9]+/gi, '-'),
  ];
  return [...secrets]
    .filter(([, value]) => encodings(value).some((encoded) => text.includes(encoded.toLowerCase())))
    .map(([what]) => what);
}
