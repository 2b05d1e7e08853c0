import { securityHeaders } from './security-headers.js';

const headersAt = (url: string, officeViewerUrl: string | null = null) =>
  securityHeaders({ publicUrl: new URL(url), officeViewerUrl });

describe('securityHeaders', () => {
  it('holds everything that every response carries', () => {
    expect(headersAt('http://localhost:3000')).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'") as string,
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  it('asks for https only where the address has it, and not for the hosts below it', () => {
    expect(headersAt('https://waybill.example')).toMatchObject({
      'content-security-policy': expect.stringContaining('upgrade-insecure-requests') as string,
      'strict-transport-security': 'max-age=31536000',
    });
    const plain = headersAt('http://waybill.example');
    expect(plain).not.toHaveProperty('strict-transport-security');
    expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('lets the external viewer be framed', () => {
    const { 'content-security-policy': policy } = headersAt(
      'http://localhost',
      'https://view.example/?{url}',
    );
    expect(policy).toContain("frame-src 'self' https://view.example;");
  });
});
