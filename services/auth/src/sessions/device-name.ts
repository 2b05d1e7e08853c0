import Bowser from 'bowser';

/** "Firefox 145 on Linux", as far as the user agent tells; empty when it tells nothing. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const name = [browser.name, browser.version?.split('.', 1)[0]].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(' on ');
}
