import { randomUUID } from 'node:crypto';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

describe('error responses', () => {
  let waybill: Instance;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const json = { 'content-type': 'application/json' };

  it.each<[string, string, string, RequestInit, number, string]>([
    ['malformed JSON', 'POST', '/api/login', { headers: json, body: '{"email":' }, 400, 'request.malformed'],
    [
      'a wrong content type',
      'POST',
      '/api/login',
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
      415,
      'request.unsupported-type',
    ],
    [
      'an upload that is not a form',
      'POST',
      '/api/upload',
      { headers: json, body: '{}' },
      415,
      'request.unsupported-type',
    ],
    ['an unknown call', 'GET', '/api/nothing', {}, 404, 'request.not-found'],
    ['an unknown file', 'GET', `/api/files/${randomUUID()}`, {}, 404, 'files.not-found'],
    ['a malformed id', 'GET', '/api/files/1', {}, 404, 'files.not-found'],
    [
      'a body that is too long',
      'POST',
      '/api/login',
      { headers: json, body: JSON.stringify({ email: 'x'.repeat(200_000) }) },
      413,
      'request.too-large',
    ],
    [
      'a body that is not an object',
      'POST',
      '/api/login',
      { headers: json, body: '[]' },
      400,
      'request.invalid',
    ],
    ['a malformed address', 'GET', '/api/files/%E0%A4%A', {}, 400, 'request.malformed'],
  ])('answers %s with the common error body', async (_, method, path, init, status, code) => {
    const response = await visitor.fetch(path, { method, ...init });
    const body = await failure(response);
    expect(response.status).toBe(status);
    expect(body).toMatchObject({ statusCode: status, code, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/\.(ts|js)\b|node_modules|SELECT|stack/i);
  });

  it('accepts a JSON content type without a body', async () => {
    const response = await visitor.fetch('/api/logout', { method: 'POST', headers: json });
    expect(response.status).toBe(204);
  });

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s with the Origin of another site', async (method) => {
    const response = await visitor.fetch(`/api/files/${randomUUID()}`, {
      method,
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect(await failure(response)).toMatchObject({ code: 'request.foreign-origin' });
  });

  it('sends security headers with every response', async () => {
    for (const path of ['/', '/api/nothing', '/api/promotion/status']) {
      const { headers } = await visitor.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('allows other sites to frame the embed page only', async () => {
    const embed = await visitor.get(`/embed/${randomUUID()}`);
    expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(embed.headers.get('x-frame-options')).toBeNull();
    const home = await visitor.get('/');
    expect(home.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });
});
