import Bowser from 'bowser';

/** Browser, system and device of a user agent. A field is empty if the user agent does not contain it. */
export interface UserAgentFacts {
  /** Browser and system, such as "Firefox 145 on Linux". */
  readonly label: string;
  /** Without its version, such as "Firefox". */
  readonly browser: string;
  readonly system: string;
  /** `desktop`, `mobile`, `tablet` or `tv`. */
  readonly device: string;
}

const NOTHING: UserAgentFacts = { label: '', browser: '', system: '', device: '' };

export function readUserAgent(userAgent: string): UserAgentFacts {
  if (userAgent === '') return NOTHING;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = [browser.name, browser.version?.split('.', 1)[0]].filter(Boolean).join(' ');
  return {
    label: [name, os.name].filter(Boolean).join(' on '),
    browser: browser.name ?? '',
    system: os.name ?? '',
    device: platform.type ?? '',
  };
}

/** Browser and system of a user agent, such as "Firefox 145 on Linux"; empty when the user agent names neither. */
export function browserName(userAgent: string): string {
  return readUserAgent(userAgent).label;
}
