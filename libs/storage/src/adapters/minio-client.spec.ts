import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnvironment } from '@waybill/service-kit';
import { readS3Options, storageEnv } from '../storage.env.js';
import { BucketClient } from './minio-client.js';

const timeouts = { connect: 1000, idle: 1000, completion: 1000 };

it.each([
  ['us-east-1', {}],
  ['eu-central-1', { S3_REGION: 'eu-central-1' }],
])('signs its requests for the region %s', async (region, setting) => {
  let authorization = '';
  const server = createServer((request, response) => {
    authorization = request.headers.authorization ?? '';
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent();
  try {
    const options = readS3Options(
      readEnvironment(storageEnv, {
        S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        S3_BUCKET: 'waybill',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        ...setting,
      }),
    );
    if (!options) throw new Error('There are no options of the store');
    await new BucketClient(options, agent, timeouts).bucketExists('waybill');
    expect(authorization).toContain(`/${region}/s3/aws4_request`);
  } finally {
    agent.destroy();
    server.close();
  }
});
