import { eventually } from '@waybill/testing';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { readable } from '../support/mails.js';
import { failure, ApiClient } from '../support/api-client.js';

const form = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  subject: 'A question',
  message: 'Where did my file go?',
};

describe('POST /api/contact', () => {
  let waybill: Instance;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const send = (fields: Record<string, unknown>) =>
    visitor.json('POST', '/api/contact', { ...form, ...fields });

  it('mails the message to the operator', async () => {
    const response = await send({});
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ message: expect.stringContaining('24 hours') });
    await eventually(async () => {
      const mails = (await waybill.mails()).map(readable);
      expect(mails.some((mail) => mail.includes(form.message) && mail.includes(form.email))).toBe(true);
    });
  });

  it.each([
    ['no name', { name: '' }, 'name', 'Name is required'],
    ['no address', { email: '' }, 'email', 'Email is required'],
    ['half an address', { email: 'grace' }, 'email', 'Please enter a valid email address'],
    ['a blank subject', { subject: ' ' }, 'subject', 'Subject is required'],
    ['no message', { message: '' }, 'message', 'Message is required'],
    [
      'an endless subject',
      { subject: 'x'.repeat(201) },
      'subject',
      'Subject must be at most 200 characters long',
    ],
    [
      'an endless message',
      { message: 'x'.repeat(10_001) },
      'message',
      'Message must be at most 10000 characters long',
    ],
  ])('refuses a message with %s', async (_, fields, field, message) => {
    const body = await failure(await send(fields));
    expect(body).toMatchObject({ statusCode: 400, code: 'request.invalid', message });
    expect(body.errors).toEqual([{ field, message }]);
  });
});
