/** Loads the passkey library when it is first used, because with its certificate parsers it takes 20 MiB of memory. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
