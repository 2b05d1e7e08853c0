import { randomUUID } from 'node:crypto';
import {
  changeWebhook,
  createWebhook,
  DAY_MS,
  invitationCreated,
  listWebhooks,
  passwordChanged,
  passwordResetRequested,
  signInMethodAdded,
  signUpRepeated,
  twoStepLogInChanged,
  userDeleted,
  userRegistered,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { publicUrl, SharingTestApp } from '../testing/sharing-test-app.js';

describe('AccountMailConsumer', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  const account = () => ({ userId: randomUUID(), name: 'Ada', email: 'ada+test@example.org' });
  const query = 'token=t0ken&email=ada%2Btest%40example.org';

  it('sends the activation link after a sign-up', async () => {
    const data = { ...account(), activationToken: 't0ken' };
    await sharing.service.publish(userRegistered, data.userId, data);
    const [mail] = await sharing.arrived(1);
    expect(mail).toContain(`${publicUrl}/activate?${query}`);
    expect(mail).toMatch(/^To: ada\+test@example\.org$/m);
    expect(mail).toContain('Welcome, Ada');
  });

  it('leaves a name out of the activation mail that looks like a link or a message', async () => {
    const name = 'you have won 500 EUR, claim today at https://evil.example/claim';
    const data = { ...account(), name, activationToken: 't0ken' };
    await sharing.service.publish(userRegistered, data.userId, data);
    const [mail] = await sharing.arrived(1);
    expect(mail).toContain(`${publicUrl}/activate?${query}`);
    expect(mail).not.toMatch(/500 EUR|evil\.example/);
  });

  it('names a new passkey by its label, unless that looks like a number', async () => {
    const data = { ...account(), method: 'passkey' } as const;
    for (const label of ['Laptop', 'YubiKey 12345678'])
      await sharing.service.publish(signInMethodAdded, data.userId, { ...data, label });
    const mails = (await sharing.arrived(2)).join('\n');
    expect(mails).toContain('the passkey "Laptop"');
    expect(mails).toContain('a passkey');
    expect(mails).not.toMatch(/passkey ""|12345678/);
  });

  it('says to the owner of an account that two-step log-in is on or off, and what to do if it was a stranger', async () => {
    const data = account();
    for (const isOn of [true, false])
      await sharing.service.publish(twoStepLogInChanged, data.userId, { ...data, isOn });
    const mails = await sharing.arrived(2);
    const [on, off] = ['on', 'off'].map((state) =>
      mails.find((mail) => mail.includes(`Subject: Two-step log-in of your Waybill account is ${state}`)),
    );
    expect(on).toContain('ask whoever runs this Waybill for help');
    expect(off).toContain('no longer asks for a code');
    expect(off).toContain(`${publicUrl}/account?tab=security`);
  });

  it('leaves the name out of the recipient of every mail that a stranger can cause', async () => {
    const data = account();
    const expiresAt = new Date(sharing.clock.now().getTime() + 3_600_000).toISOString();
    await sharing.service.publish(signUpRepeated, data.userId, data);
    await sharing.service.publish(passwordResetRequested, data.userId, {
      ...data,
      token: 't0ken',
      expiresAt,
    });
    for (const mail of await sharing.arrived(2)) expect(mail).toMatch(/^To: ada\+test@example\.org$/m);
  });

  it('keeps no address of an invited person, who may have no account, once the mail is sent', async () => {
    const id = randomUUID();
    const expiresAt = new Date(sharing.clock.now().getTime() + DAY_MS).toISOString();
    await sharing.service.publish(invitationCreated, id, {
      email: 'grace@example.org',
      token: 't0ken',
      expiresAt,
    });
    const [mail] = await sharing.arrived(1);
    expect(mail).toContain(`${publicUrl}/signup?`);
    await eventually(async () => expect(await sharing.rows()).toEqual([]));
  });

  it('sends no mail for an account that is active immediately', async () => {
    const data = { ...account(), activationToken: null };
    await sharing.service.publish(userRegistered, data.userId, data);
    expect(await sharing.rows()).toEqual([]);
  });

  it('notifies the owner of a repeated sign-up and of a changed password', async () => {
    const data = account();
    await sharing.service.publish(signUpRepeated, data.userId, data);
    await sharing.service.publish(passwordChanged, data.userId, data);
    const mails = (await sharing.arrived(2)).join('\n');
    expect(mails).toContain('Subject: You already have a Waybill account');
    expect(mails).toContain('Subject: Your Waybill password was changed');
    expect(mails).toContain(`${publicUrl}/forgot-password`);
  });

  it('switches the webhooks of an account off after a reset of its password, and names them in the mail', async () => {
    const { bus } = sharing.service;
    const data = account();
    const create = (userId: string, path: string) =>
      bus.request(createWebhook, {
        userId,
        form: { url: `https://hooks.example.org/${path}`, events: ['upload.finished'] },
      });
    const { id: webhookId } = await create(data.userId, 'off');
    await bus.request(changeWebhook, { userId: data.userId, webhookId, form: { isActive: false } });
    await create(data.userId, 'intruder');
    const other = randomUUID();
    await create(other, 'other');

    await sharing.service.publish(passwordChanged, data.userId, { ...data, isReset: true });

    const [mail = ''] = await sharing.arrived(1);
    const text = mail.replaceAll('\u200B', '');
    expect(text).toContain('• https://hooks.example.org/intruder');
    expect(text).not.toMatch(/hooks\.example\.org\/(off|other)/);
    const { webhooks } = await bus.request(listWebhooks, { userId: data.userId, cursor: null });
    expect(webhooks).toEqual([
      expect.objectContaining({ isActive: false, disabledAt: null }),
      expect.objectContaining({ isActive: false, disabledAt: null }),
    ]);
    const ofOther = await bus.request(listWebhooks, { userId: other, cursor: null });
    expect(ofOther.webhooks).toEqual([expect.objectContaining({ isActive: true })]);
  });

  it('leaves webhooks on after a change of the password, and mentions none', async () => {
    const data = account();
    await sharing.service.bus.request(createWebhook, {
      userId: data.userId,
      form: { url: 'https://hooks.example.org/', events: ['upload.finished'] },
    });
    await sharing.service.publish(passwordChanged, data.userId, data);
    const [mail] = await sharing.arrived(1);
    expect(mail).not.toMatch(/webhook/i);
    const { webhooks } = await sharing.service.bus.request(listWebhooks, {
      userId: data.userId,
      cursor: null,
    });
    expect(webhooks).toEqual([expect.objectContaining({ isActive: true })]);
  });

  it('sends the reset link and deletes its token from the row after sending', async () => {
    const expiresAt = new Date(sharing.clock.now().getTime() + 3_600_000).toISOString();
    const data = { ...account(), token: 't0ken', expiresAt };
    await sharing.service.publish(passwordResetRequested, data.userId, data);
    const [mail] = await sharing.arrived(1);
    expect(mail).toContain(`${publicUrl}/reset-password?${query}`);
    const row = await sharing.row(({ sentAt }) => sentAt !== null);
    expect(JSON.stringify(row)).not.toContain('t0ken');
    expect(row.expiresAt.toISOString()).toBe(expiresAt);
  });

  it('deletes the mails of a deleted account', async () => {
    const data = account();
    await sharing.service.publish(passwordChanged, data.userId, data);
    await sharing.service.publish(userDeleted, data.userId, { userId: data.userId });
    expect(await sharing.rows()).toEqual([]);
  });
});
