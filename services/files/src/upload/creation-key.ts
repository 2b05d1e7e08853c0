import { createHash } from 'node:crypto';
import { QueryFailedError } from 'typeorm';
import { type Owner, ownerKey } from '../owner/owner.js';

const UNIQUE_VIOLATION = '23505';

/** The stored form of an `Idempotency-Key` of this sender. */
export function creationKeyOf(sender: Owner, key: string): string {
  return createHash('sha256')
    .update(`${ownerKey(sender)} ${key}`)
    .digest('base64url');
}

/** Whether a concurrent creation took the key. */
export function isKeyTaken(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'resumable_uploads_creation_key';
}
