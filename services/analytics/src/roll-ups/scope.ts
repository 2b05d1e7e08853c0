import { createHash } from 'node:crypto';

/** Stands for the visits of all links together. */
export const EVERY_LINK = '00000000-0000-0000-0000-000000000000';

/**
 * Identifies the visits that a roll-up counts: of a link or of all, from a country or from all. Without a country it is
 * the link's id. Link and country are hashed together, because the column `link_id` is a UUID.
 * @param link null: every link
 * @param country null: every country
 */
export function scopeOf(link: string | null, country: string | null): string {
  const linkId = link ?? EVERY_LINK;
  if (country === null) return linkId;
  const hash = createHash('sha256').update(`${linkId} ${country}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** The scopes that a visit lies in. */
export function scopesOf(link: string, country: string): string[] {
  return [null, link].flatMap((linkId) => [scopeOf(linkId, null), scopeOf(linkId, country)]);
}
