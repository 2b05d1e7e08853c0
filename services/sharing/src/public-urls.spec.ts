import { activationUrl, analyticsUrl, passwordResetUrl, targetUrl } from './public-urls.js';

describe('public URLs', () => {
  it('public URLs encode any address and any token', () => {
    const link = activationUrl('https://waybill.example', 'a+b/c=&d', 'ada+test@example.org');
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe('/activate');
    expect(Object.fromEntries(searchParams)).toEqual({ token: 'a+b/c=&d', email: 'ada+test@example.org' });
  });

  it('public URLs match the routes of the web client', () => {
    const urlOf = (kind?: 'file' | 'bundle') => targetUrl('https://waybill.example', { kind, id: 'x' });
    expect([urlOf(), urlOf('file'), urlOf('bundle')]).toEqual([
      'https://waybill.example/x',
      'https://waybill.example/x',
      'https://waybill.example/b/x',
    ]);
    expect(analyticsUrl('https://waybill.example', { kind: 'file', id: 'x' })).toBe(
      'https://waybill.example/analytics/x',
    );
    expect(analyticsUrl('https://waybill.example', { kind: 'bundle', id: 'x' })).toBe(
      'https://waybill.example/b/x/analytics',
    );
    expect(passwordResetUrl('https://waybill.example', 't', 'e')).toBe(
      'https://waybill.example/reset-password?token=t&email=e',
    );
  });
});
