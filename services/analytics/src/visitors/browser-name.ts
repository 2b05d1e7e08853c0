import Bowser from 'bowser';

/** Browser and operating system for display, such as "Chrome 143 on Windows". Empty if neither is known. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const major = browser.version?.split('.')[0];
  const name = [browser.name, major].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(' on ');
}
