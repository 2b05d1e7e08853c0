import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import { acceptOneClickUnsubscribe } from './one-click-unsubscribe.hook.js';

const path = '/api/notifications/unsubscribe';

describe('acceptOneClickUnsubscribe', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x\r\n\r\nOne-Click\r\n--x--\r\n'],
    ['text', 'text/plain;charset=UTF-8', 'List-Unsubscribe=One-Click'],
  ])('takes %s, and only at its address', async (_, type, payload) => {
    const server = fastify();
    await server.register(multipart);
    server.removeContentTypeParser(['text/plain']);
    acceptOneClickUnsubscribe(server);
    for (const url of [path, '/elsewhere']) server.post(url, () => 'done');
    const statusOf = async (url: string) =>
      (await server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).statusCode;
    expect(await statusOf(`${path}?key=a&kind=b`)).toBe(200);
    if (!type.startsWith('multipart')) expect(await statusOf('/elsewhere')).toBe(415);
  });
});
