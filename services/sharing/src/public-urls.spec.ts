import { activationUrl, mailedFileUrl, passwordResetUrl } from './public-urls.js';

describe('public URLs', () => {
  it('encode any address and any token', () => {
    const link = activationUrl('https://waybill.example', 'a+b/c=&d', 'ada+test@example.org');
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe('/activate');
    expect(Object.fromEntries(searchParams)).toEqual({ token: 'a+b/c=&d', email: 'ada+test@example.org' });
  });

  it('match the routes of the web client', () => {
    expect(mailedFileUrl('https://waybill.example', 'f', 'l')).toBe('https://waybill.example/f?via=l');
    expect(passwordResetUrl('https://waybill.example', 't', 'e')).toBe(
      'https://waybill.example/reset-password?token=t&email=e',
    );
  });
});
