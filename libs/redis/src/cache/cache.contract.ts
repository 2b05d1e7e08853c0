import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import type { Cache } from './cache.js';

const LONG_MS = 60_000;

/** Tests that every adapter of Cache passes. */
export function cacheContract(cache: () => Cache): void {
  const newKey = () => `contract:${randomUUID()}`;

  it('returns null for a key that was never set', async () => {
    expect(await cache().get(newKey())).toBeNull();
  });

  it('returns the value set last, character for character', async () => {
    const key = newKey();
    await cache().set(key, 'first', LONG_MS);
    await cache().set(key, 'Ünï\u0000cødé 🧾', LONG_MS);
    expect(await cache().get(key)).toBe('Ünï\u0000cødé 🧾');
    expect(await cache().get(newKey())).toBeNull();
  });

  it('expires an entry after its TTL, counted from the last set', async () => {
    const [brief, renewed] = [newKey(), newKey()];
    await eventually(async () => {
      // On a busy machine, the entry may expire before it is read.
      await cache().set(brief, 'x', 50);
      expect(await cache().get(brief)).toBe('x');
    });
    await cache().set(renewed, 'x', 50);
    await cache().set(renewed, 'y', LONG_MS);
    await eventually(async () => expect(await cache().get(brief)).toBeNull());
    expect(await cache().get(renewed)).toBe('y');
  });
}
