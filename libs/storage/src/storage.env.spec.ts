import { readEnvironment } from '@waybill/service-kit';
import { readS3Options, storageEnv } from './storage.env.js';

const complete = {
  S3_ENDPOINT: 'https://objects.example:9000',
  S3_BUCKET: 'waybill',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

function read(environment: Record<string, string>) {
  return readS3Options(readEnvironment(storageEnv, environment));
}

describe('environment of the object store', () => {
  it('configures no S3 store by default', () => {
    expect(read({})).toBeNull();
    expect(read({ S3_REGION: 'eu-central-1' })).toBeNull();
  });

  it('configures an S3 store with a default region', () => {
    expect(read(complete)).toEqual({
      endpoint: new URL('https://objects.example:9000'),
      region: 'us-east-1',
      bucket: 'waybill',
      accessKey: 'key',
      secretKey: 'secret',
    });
    expect(read({ ...complete, S3_REGION: 'eu-central-1' })?.region).toBe('eu-central-1');
  });

  it.each(Object.keys(complete))('the environment of the object store is refused without %s', (name) => {
    const sentence = `${name} is not set, but the S3 object store needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY together.`;
    expect(() => read({ ...complete, [name]: '' })).toThrow(sentence);
  });

  it.each([
    ['S3_ENDPOINT', 'objects.example', 'must be an address that starts with http:// or https://'],
    ['S3_ENDPOINT', 'https://objects.example/waybill', 'must name a server, without a path'],
    ['S3_BUCKET', 'My Bucket', 'must be 3 to 63 lower-case letters, digits and hyphens'],
  ])('the environment of the object store is refused with %s=%s', (name, value, sentence) => {
    expect(() => read({ ...complete, [name]: value })).toThrow(`${name} ${sentence}.`);
  });

  it('takes the bytes of the disk that stay free from MIN_FREE_DISK_BYTES', () => {
    const floor = (environment: Record<string, string>) =>
      readEnvironment(storageEnv, environment).MIN_FREE_DISK_BYTES;
    expect(floor({})).toBeUndefined();
    expect(floor({ MIN_FREE_DISK_BYTES: '5000' })).toBe(5000);
    expect(floor({ MIN_FREE_DISK_BYTES: '0' })).toBe(0);
    expect(() => floor({ MIN_FREE_DISK_BYTES: 'some' })).toThrow('must be a number of bytes, or 0');
  });
});
