import { readDistributedEnvironment } from './distributed-environment.js';

const key = Buffer.alloc(32, 7).toString('base64');

const complete = {
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

describe('the environment of one process among many', () => {
  it('is read like that of any other', () => {
    expect(readDistributedEnvironment(complete)).toMatchObject({
      PORT: 3000,
      DATABASE_URL: complete.DATABASE_URL,
      SESSION_SECRET: Buffer.alloc(32, 7),
    });
  });

  it.each(Object.keys(complete))('is refused without %s', (name) => {
    expect(() => readDistributedEnvironment({ ...complete, [name]: '' })).toThrow(
      `${name} is not set, but needed by a process that runs beside others.`,
    );
  });

  it('names all that is missing in one sentence', () => {
    const rest = { ...complete, REDIS_URL: undefined, SESSION_SECRET: undefined };
    expect(() => readDistributedEnvironment(rest)).toThrow('REDIS_URL and SESSION_SECRET are not set');
  });
});
