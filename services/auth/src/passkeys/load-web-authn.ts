/** Loads the library of passkeys at their first use: with its parsers of certificates it takes 20 MiB of memory. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
