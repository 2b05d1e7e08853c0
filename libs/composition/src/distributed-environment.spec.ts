import type { Environment } from '@waybill/service-kit';
import { sharedVariables } from './environment.js';
import { readDistributedEnvironment } from './distributed-environment.js';

const key = Buffer.alloc(32, 7).toString('base64');

const complete: Environment = {
  PUBLIC_URL: 'https://waybill.example',
  DATABASE_URL: 'postgres://waybill@database.example/waybill',
  RABBITMQ_URL: 'amqp://rabbit.example',
  REDIS_URL: 'redis://redis.example',
  S3_ENDPOINT: 'https://objects.example',
  S3_BUCKET: 'waybill',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  SESSION_SECRET: key,
  ENCRYPTION_KEY: key,
};

const readAll = (environment: Environment) => readDistributedEnvironment(environment, sharedVariables);

describe('readDistributedEnvironment', () => {
  it('reads and converts all variables', () => {
    expect(readAll(complete)).toMatchObject({
      PORT: 3000,
      DATABASE_URL: complete.DATABASE_URL,
      SESSION_SECRET: [Buffer.alloc(32, 7)],
    });
  });

  it.each(Object.keys(complete))('refuses an environment without %s', (name) => {
    expect(() => readAll({ ...complete, [name]: '' })).toThrow(
      `${name} is not set, but needed by a process that runs beside others.`,
    );
  });

  it('names all missing variables in one sentence', () => {
    const rest = { ...complete, REDIS_URL: undefined, SESSION_SECRET: undefined };
    expect(() => readAll(rest)).toThrow('REDIS_URL and SESSION_SECRET are not set');
  });

  it('requires and returns only the variables that the process reads', () => {
    const { RABBITMQ_URL, DATABASE_URL, SESSION_SECRET } = complete;
    const own = readDistributedEnvironment({ RABBITMQ_URL, DATABASE_URL, SESSION_SECRET }, ['DATABASE_URL']);
    expect(own.DATABASE_URL).toBe(DATABASE_URL);
    expect(own.SESSION_SECRET).toBeUndefined();
  });

  it('refuses a plan with files that are larger than an object on S3 can be', () => {
    expect(() => readAll({ ...complete, PLAN_PRO_MAX_FILE_SIZE: '52427650001' })).toThrow(
      'PLAN_PRO_MAX_FILE_SIZE must be at most 52427650000 with S3_ENDPOINT.',
    );
  });

  it.each(['9', '86401', 'soon'])('refuses %s as GRACE_SECONDS', (seconds) => {
    expect(() => readAll({ ...complete, GRACE_SECONDS: seconds })).toThrow(
      'GRACE_SECONDS must be a number of seconds from 10 to 86400.',
    );
  });
});
