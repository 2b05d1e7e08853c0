import type { FileRequestView, User } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ConnectedInstance } from '../support/connected-instance.js';
import { ApiClient, failure, PASSWORD, signUpForm } from '../support/api-client.js';
import { eventBody, post, subscription } from '../support/stripe-stub.js';
import { metadata, TusClient } from '../support/tus-client.js';

describe('data of accounts', () => {
  let waybill: ConnectedInstance;
  let database: Client;
  beforeAll(async () => {
    waybill = await ConnectedInstance.startShared();
    database = new Client({ connectionString: waybill.database.url });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await waybill.dispose();
  });

  const remove = (person: ApiClient, password = PASSWORD) => person.json('DELETE', '/api/user', { password });

  /** Names of all tables with a row that contains one of `words`. */
  async function tablesWith(words: readonly string[]): Promise<string[]> {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await database.query(
        `SELECT 1 FROM ${name} AS row WHERE row::text ILIKE ANY ($1) LIMIT 1`,
        [words.map((word) => `%${word}%`)],
      );
      if (rowCount) found.push(name);
    }
    return found.sort();
  }

  it('deletes all rows and objects of the account, cancels its subscription and refuses its log-in', async () => {
    const person = new ApiClient(waybill.url);
    const email = `ada.${randomUUID()}@example.com`;
    const { id: userId } = await person.signUpAndLogIn(email);
    const other = await ApiClient.signedIn(waybill.url);
    const request = await other.json('POST', '/api/requests', { title: 'Invoices' });
    const { slug } = (await request.json()) as FileRequestView;
    const values = metadata({ filename: 'a.txt', request: slug });
    const sent = { 'upload-length': '5', 'upload-metadata': values };
    expect((await new TusClient(person).create(sent, Buffer.from('hello'))).status).toBe(201);
    const objects = await waybill.objects();
    const fileId = await person.upload();
    await new ApiClient(waybill.url).get(`/api/files/${fileId}/download`);
    await person.json('POST', `/api/share/email/${fileId}`, {
      recipientEmail: 'bob@example.com',
      recipientName: 'Bob',
    });
    await person.json('POST', '/api/forgot-password', { email });
    const made = await Promise.all([
      person.json('POST', '/api/bundles', { name: 'Trip', fileIds: [fileId] }),
      person.json('POST', `/api/files/${fileId}/links`, { name: 'For Bob' }),
      person.json('POST', '/api/requests', { title: 'Photos' }),
      person.json('POST', '/api/webhooks', { url: 'https://example.org/hook', events: ['upload.finished'] }),
      person.json('POST', '/api/tokens', { name: 'Program', scopes: ['read'] }),
      person.json('PUT', '/api/user/notifications', { firstView: true }),
      person.json('POST', '/api/user/totp', { password: PASSWORD }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200, 200]);
    const customer = `cus_${randomUUID()}`;
    const paid = { id: `sub_${randomUUID()}`, customer, price: 'price_pro_monthly' };
    await post(
      waybill.url,
      eventBody('checkout.session.completed', { customer, client_reference_id: userId }),
    );
    await post(waybill.url, eventBody('customer.subscription.created', subscription(paid)));
    await eventually(async () =>
      expect((await (await person.get('/api/user')).json()) as User).toMatchObject({ subscription: 'pro' }),
    );
    const words = [email, userId, fileId, customer];
    expect(await tablesWith(words)).toEqual(
      expect.arrayContaining([
        ...['analytics.records', 'auth.access_tokens', 'auth.accounts', 'auth.sessions', 'auth.totp_secrets'],
        ...['billing.payment_customers', 'billing.subscriptions', 'files.bundles', 'files.file_requests'],
        ...[
          'files.files',
          'files.links',
          'sharing.mails',
          'sharing.notification_settings',
          'sharing.targets',
        ],
        'sharing.webhooks',
      ]),
    );

    expect((await remove(person)).status).toBe(204);

    expect((await person.get('/api/user')).status).toBe(401);
    const visitor = new ApiClient(waybill.url);
    await eventually(async () => expect((await visitor.get(`/api/files/${fileId}`)).status).toBe(404));
    await eventually(async () => expect(await waybill.objects()).toEqual(objects), { timeoutMs: 60_000 });
    await eventually(async () =>
      expect(waybill.stripe.calls).toContain(`DELETE /v1/subscriptions/${paid.id}`),
    );
    // The file id stays in a few tables, so that late events of the file are ignored.
    await eventually(async () => expect(await tablesWith([email, userId, customer])).toEqual([]));
    expect(await other.files()).toHaveLength(1);
    const logIn = await person.json('POST', '/api/login', { email, password: PASSWORD });
    expect(await failure(logIn)).toMatchObject({ code: 'auth.invalid-credentials' });
  });

  it('requires a session and the current password to delete an account', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    expect((await remove(new ApiClient(waybill.url))).status).toBe(401);
    const wrong = await failure(await remove(person, 'not the password'));
    expect(wrong).toMatchObject({ statusCode: 400, code: 'auth.wrong-current-password' });
    expect(wrong.errors?.[0]?.field).toBe('password');
    expect((await person.get('/api/user')).status).toBe(200);
  });

  it('creates one account for four concurrent sign-ups with one address', async () => {
    const forms = Array.from({ length: 4 }, (_, at) => signUpForm({ name: `Ada ${at}` }));
    const email = forms[0]!.email;
    const answers = await Promise.all(
      forms.map((form) => new ApiClient(waybill.url).json('POST', '/api/signup', { ...form, email })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const accounts = await database.query('SELECT id, name FROM auth.accounts WHERE email = $1', [email]);
    expect(accounts.rows).toHaveLength(1);
    const { id: accountId, name } = accounts.rows[0] as { id: string; name: string };
    expect(forms.map((form) => form.name)).toContain(name);
    const logIn = await new ApiClient(waybill.url).json('POST', '/api/login', { email, password: PASSWORD });
    expect(logIn.status).toBe(200);
    expect(await logIn.json()).toMatchObject({ id: accountId, email, name });
  });
});
