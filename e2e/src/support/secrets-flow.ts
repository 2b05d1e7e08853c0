import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { mailedLink } from './mails.js';
import { failure, ApiClient, signUpForm, textFile } from './api-client.js';

/** Where the story's visitors seem to be; what it takes for the first is in X-Forwarded-For. */
const ADDRESS = '198.51.100.77';

/**
 * Everything that people trust Waybill with, done once, well and badly. Needs a promotion, and to be believed where
 * its visitors are.
 * @param mails the texts of all mails that were kept
 * @returns what of it must never be seen in a log, by what it is
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
    'user-agent': 'Mozilla/5.0 (secret story)',
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

/** Which of the secrets a log gives away, however they are written; none, one hopes. */
export function leakedSecrets(log: string, secrets: ReadonlyMap<string, string>): string[] {
  const text = log.toLowerCase();
  const ways = (value: string) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    // As a part of a file's name.
    value.replaceAll(/[^a-z0-9]+/gi, '-'),
  ];
  return [...secrets]
    .filter(([, value]) => ways(value).some((way) => text.includes(way.toLowerCase())))
    .map(([what]) => what);
}
