import Bowser from 'bowser';

/** Browser and system of a user agent, such as "Firefox 145 on Linux"; empty when the user agent names neither. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const name = [browser.name, browser.version?.split('.', 1)[0]].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(' on ');
}
