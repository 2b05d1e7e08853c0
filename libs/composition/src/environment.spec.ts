import { readSharedEnvironment } from './environment.js';

const read = (values: Record<string, string>) => readSharedEnvironment(values);

describe('readSharedEnvironment', () => {
  it('reads the end of the promotion with its time zone', () => {
    const { promotion } = read({
      PROMOTION_ENDS_AT: '2026-12-31T23:00:00-02:00',
      PROMOTION_MESSAGE: 'Pro for all',
    });
    expect(promotion).toEqual({ endsAt: new Date('2027-01-01T01:00:00Z'), message: 'Pro for all' });
  });

  it('the environment has no promotion by default', () => {
    expect(read({}).promotion).toEqual({ endsAt: null, message: null });
  });

  it.each(['tomorrow', '2026-12-31', '2026-12-31T25:00:00Z'])(
    'refuses %s as the end of the promotion',
    (value) => {
      expect(() => read({ PROMOTION_ENDS_AT: value })).toThrow(
        'PROMOTION_ENDS_AT must be a date and time such as 2026-12-31T23:59:59Z.',
      );
    },
  );

  it.each(['/files', '/files/', '/?via=1', '/#top'])(
    'refuses a PUBLIC_URL that ends with %s, since Waybill has a host of its own',
    (end) => {
      expect(() => read({ PUBLIC_URL: `https://waybill.example${end}` })).toThrow(
        'PUBLIC_URL must be an address without a path: Waybill needs a host of its own.',
      );
    },
  );

  it.each(['https://waybill.example', 'https://waybill.example/', 'http://10.0.0.7:3000'])(
    'accepts %s as PUBLIC_URL',
    (url) => expect(read({ PUBLIC_URL: url }).PUBLIC_URL).toEqual(new URL(url)),
  );

  it.each([
    'http://id.example.com',
    'http://keycloak:8080/realms/team',
    'http://10.0.0.7',
    'http://localhost.example',
  ])('refuses %s as OIDC_ISSUER, since anyone on the way could sign in as any person', (url) => {
    expect(() => read({ OIDC_ISSUER: url })).toThrow(
      'OIDC_ISSUER must start with https://, since the sign-in relies on TLS; http:// is allowed for localhost only.',
    );
  });

  it.each([
    'https://id.example.com/realms/team',
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]:8080',
  ])('accepts %s as OIDC_ISSUER', (url) =>
    expect(read({ OIDC_ISSUER: url, OIDC_CLIENT_ID: 'waybill' }).oidc?.issuer).toBe(url),
  );

  it('says of an OIDC_ISSUER that is no address how it must start', () => {
    expect(() => read({ OIDC_ISSUER: 'id.example.com' })).toThrow(
      'OIDC_ISSUER must be an address that starts with https:// or http://.',
    );
  });

  const s3 = {
    S3_ENDPOINT: 'https://objects.example',
    S3_BUCKET: 'waybill',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  };

  it.each(['PLAN_FREE_MAX_FILE_SIZE', 'PLAN_BASIC_MAX_FILE_SIZE', 'PLAN_PRO_MAX_FILE_SIZE'])(
    'refuses a %s that is larger than an object on S3 can be',
    (name) => {
      expect(() => read({ ...s3, [name]: '52427650001' })).toThrow(
        `${name} must be at most 52427650000 with S3_ENDPOINT.`,
      );
      expect(read({ ...s3, [name]: '52427650000' })).toMatchObject({ [name]: 52_427_650_000 });
    },
  );

  it('accepts a plan with files of any size where they are kept on this machine', () => {
    expect(read({ PLAN_PRO_MAX_FILE_SIZE: '52427650001' }).planLimits.pro.maxFileSize).toBe(52_427_650_001);
  });

  it.each([
    ['PLAN_PRO_MAX_FILES', '99999999999', 'must be a whole number from 1 to 2147483647.'],
    ['PLAN_PRO_MAX_EXPIRY_HOURS', '999999', 'must be a whole number of hours from 1 to 876600, or never.'],
    ['VISIT_RETENTION_DAYS', '9999999', 'must be a number of days from 1 to 1000000.'],
    ['SIGN_UP_DOMAINS', '*.example.org', 'must be domains such as example.org, divided by commas.'],
  ])('refuses %s=%s, and says what it can be', (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(`${name} ${sentence}`);
  });

  it.each(['example.org', 'Mail.Example.org, b.example', 'münchen.example', 'xn--mnchen-3ya.example'])(
    'accepts %s as SIGN_UP_DOMAINS',
    (domains) => {
      expect(read({ SIGN_UP_DOMAINS: domains }).SIGN_UP_DOMAINS).toEqual(domains.toLowerCase().split(', '));
    },
  );

  it('reads the connections of each process to PostgreSQL', () => {
    expect(read({}).DATABASE_POOL_SIZE).toBe(10);
    expect(read({ DATABASE_POOL_SIZE: '4' }).DATABASE_POOL_SIZE).toBe(4);
  });

  it.each(['1', '101', 'ten', '2.5'])('refuses a pool of %s connections', (value) => {
    expect(() => read({ DATABASE_POOL_SIZE: value })).toThrow(
      'DATABASE_POOL_SIZE must be a whole number from 2 to 100.',
    );
  });
});
