import type { PasskeyOptions, PasskeyResponse } from '@waybill/contracts';

/** Whether this browser can use passkeys here: they are bound to the name of a host, never to an IP address. */
export function supportsPasskeys(hostname = window.location.hostname): boolean {
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':');
  return 'PublicKeyCredential' in window && window.isSecureContext && !isAddress;
}

/** The answer of the device; null if its user cancelled, or has no fitting passkey. */
type Answer = Promise<PasskeyResponse | null>;

/** Asks the device to make a passkey. */
export async function createPasskey(options: PasskeyOptions): Answer {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return answerOf(() => startRegistration({ optionsJSON: options as never }));
}

/** Asks the device to sign in with a passkey. */
export async function askForPasskey(options: PasskeyOptions): Answer {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return answerOf(() => startAuthentication({ optionsJSON: options }));
}

async function answerOf(ask: () => Promise<object>): Answer {
  try {
    return (await ask()) as PasskeyResponse;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
