import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '@waybill/contracts';
import type { AccessToken } from './access-token.entity.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 40;
const USE_INTERVAL_MS = MINUTE_MS;

/** Access tokens of one account. */
export const MAX_TOKENS = 100;

/** 238 random bits. The prefix lets secret scanners recognise it. */
export function newAccessToken(): string {
  return `wb_${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

export function isAccessTokenExpired({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Records the last use at most once a minute, so that most checks only read. */
export function isUseDue({ lastUsedAt }: Pick<AccessToken, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_INTERVAL_MS;
}
