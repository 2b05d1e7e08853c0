import type { Config } from '@waybill/contracts';
import { ApiClient, binaryFile, failure, signUpForm, textFile } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const ROOT = 'root@elsewhere.example';
const refusal = async (answer: Promise<Response>) => {
  const { statusCode, code } = await failure(await answer);
  return [statusCode, code];
};
const config = async (client: ApiClient) => (await (await client.get('/api/config')).json()) as Config;
const signUp = (client: ApiClient, email: string, invitation?: string) =>
  client.json('POST', '/api/signup', signUpForm({ email, ...(invitation && { invitation }) }));

describe('an installation for a team', () => {
  let waybill: Instance;
  let admin: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance({
      DEFAULT_PLAN: 'pro',
      SIGN_UP: 'invited',
      ADMIN_EMAILS: ROOT,
      ANONYMOUS_UPLOADS: 'off',
      PLAN_PRO_MAX_FILE_SIZE: '1000',
      PLAN_PRO_MAX_FILES: '2',
      PLAN_PRO_MAX_EXPIRY_HOURS: '48',
      API_DOCS: 'off',
      VISITOR_ADDRESSES: 'none',
      VISIT_RETENTION_DAYS: '30',
      OFFICE_VIEWER_URL: 'https://viewer.example/?file={url}',
    });
    admin = new ApiClient(waybill.url);
    await admin.signUpAndLogIn(ROOT);
  });
  afterAll(() => waybill.dispose());

  it('sends the settings to its screens', async () => {
    expect(await config(admin)).toMatchObject({
      defaultPlan: 'pro',
      signUp: 'invited',
      anonymousUploads: false,
      visitorAddresses: 'none',
      visitRetentionDays: 30,
      officeViewer: true,
      plans: { pro: { maxFileSize: 1000, maxFiles: 2, maxExpiryHours: 48 }, free: { maxFiles: 3 } },
    });
  });

  it('opens Office files in the external viewer that is set', async () => {
    const id = await admin.upload(textFile('offer.doc'));
    const { url } = (await (await admin.get(`/api/files/${id}/viewer`)).json()) as { url: string };
    expect(url).toMatch(/^https:\/\/viewer\.example\/\?file=http/);
    const policy = (await admin.get('/')).headers.get('content-security-policy');
    expect(policy).toContain('https://viewer.example');
    await admin.json('DELETE', `/api/files/${id}`);
  });

  it('gives everyone the default plan with the limits that are set, tus too', async () => {
    const member = new ApiClient(waybill.url);
    const invited = await admin.json('POST', '/api/admin/invitations', { email: 'ada@elsewhere.example' });
    const { url } = (await invited.json()) as { url: string };
    const invitation = new URL(url).searchParams.get('invitation') ?? '';
    expect(await refusal(signUp(member, 'ada@elsewhere.example'))).toEqual([403, 'auth.invitation-required']);
    expect(await refusal(signUp(member, 'eve@elsewhere.example', invitation))).toEqual([
      403,
      'auth.invalid-invitation',
    ]);
    expect((await signUp(member, 'ada@elsewhere.example', invitation)).status).toBe(201);

    expect(await (await admin.get('/api/user')).json()).toMatchObject({ subscription: 'pro' });
    expect(await refusal(admin.send(binaryFile(1001)))).toEqual([413, 'files.too-large']);
    const options = await admin.fetch('/api/uploads', { method: 'OPTIONS' });
    expect(options.headers.get('tus-max-size')).toBe('1000');
    const id = await admin.upload(binaryFile(1000));
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect((await admin.settings(id, { deleteAt: inHours(47) })).status).toBe(200);
    expect(await refusal(admin.settings(id, { deleteAt: inHours(50) }))).toEqual([
      403,
      'files.expiry-not-in-plan',
    ]);
    await admin.upload(textFile());
    expect(await refusal(admin.send(textFile()))).toEqual([403, 'files.limit-reached']);
  });

  it('takes no upload without an account', async () => {
    expect(await refusal(new ApiClient(waybill.url).send(textFile()))).toEqual([401, 'auth.required']);
  });

  it('makes no bundle without an account', async () => {
    const made = new ApiClient(waybill.url).json('POST', '/api/bundles', { name: 'Log in at example.com' });
    expect(await refusal(made)).toEqual([401, 'auth.required']);
  });

  it('serves no API documents', async () => {
    expect((await admin.get('/api/docs')).status).toBe(404);
  });
});

describe('an installation for everyone at a domain', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance({
      SIGN_UP_DOMAINS: 'team.example',
      ADMIN_EMAILS: ROOT,
      PLAN_FREE_MAX_FILE_SIZE: '4000',
      PLAN_FREE_MAX_FILES: '5',
      PLAN_FREE_MAX_EXPIRY_HOURS: '2',
      PLAN_BASIC_MAX_FILES: '7',
      ANONYMOUS_MAX_BYTES: '5000',
      ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: '4',
    });
  });
  afterAll(() => waybill.dispose());

  it('lets its own domain and its administrators sign up', async () => {
    const person = new ApiClient(waybill.url);
    for (const email of ['eve@elsewhere.example', 'eve@mail.team.example'])
      expect(await refusal(signUp(person, email))).toEqual([403, 'auth.sign-up-domain']);
    for (const email of ['ada@Team.example', ROOT]) expect((await signUp(person, email)).status).toBe(201);
    expect(await config(person)).toMatchObject({
      signUp: 'open',
      signUpDomains: ['team.example'],
      plans: { free: { maxFileSize: 4000, maxFiles: 5, maxExpiryHours: 2 }, basic: { maxFiles: 7 } },
    });
  });

  it('keeps anonymous uploads within all of their limits', async () => {
    const anonymous = new ApiClient(waybill.url);
    expect(await refusal(anonymous.send(binaryFile(4001)))).toEqual([413, 'files.too-large']);
    await anonymous.upload(binaryFile(4000));
    expect(await refusal(anonymous.send(binaryFile(1500)))).toEqual([507, 'server.storage-full']);
    await anonymous.upload(binaryFile(900));
    expect((await anonymous.send(textFile())).status).toBe(429);
  });
});
