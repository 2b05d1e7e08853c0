import Bowser from 'bowser';

/** "Chrome 143 on Windows", as far as the user agent tells; empty when it tells nothing. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const major = browser.version?.split('.')[0];
  const name = [browser.name, major].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(' on ');
}
