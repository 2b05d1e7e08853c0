import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ObjectNotFoundError, type ObjectStore } from '@waybill/storage';
import { z } from 'zod';

/** Key of the marker. All other keys except `CLAIM_KEY` are UUIDs. */
export const MARKER_KEY = 'waybill-installation';

/**
 * Key of the claim. Contains `DatabaseServer.serverStart` of the database that asks whether another Waybill uses the
 * store.
 */
export const CLAIM_KEY = 'waybill-installation-claim';

/** Whether an object belongs to a file. The marker and the claim do not. */
export function isOfFile(key: string): boolean {
  return key !== MARKER_KEY && key !== CLAIM_KEY;
}

const markerSchema = z.object({ installation: z.uuid(), token: z.uuid() });

/** Names the installation that owns the objects of a store. */
export type Marker = z.infer<typeof markerSchema>;

/** @returns null when the store has no marker, `unreadable` when it is damaged or of a newer version */
export async function readMarker(store: ObjectStore): Promise<Marker | 'unreadable' | null> {
  const content = await readText(store, MARKER_KEY);
  if (content === null) return null;
  try {
    return markerSchema.parse(JSON.parse(content));
  } catch {
    return 'unreadable';
  }
}

export async function writeMarker(store: ObjectStore, marker: Marker): Promise<void> {
  await writeText(store, MARKER_KEY, JSON.stringify(marker));
}

/** @returns null when no installation claims the store */
export async function readClaim(store: ObjectStore): Promise<string | null> {
  return (await readText(store, CLAIM_KEY))?.trim() ?? null;
}

export async function writeClaim(store: ObjectStore, serverStart: string): Promise<void> {
  await writeText(store, CLAIM_KEY, serverStart);
}

async function readText(store: ObjectStore, key: string): Promise<string | null> {
  try {
    return await text(await store.get(key));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

async function writeText(store: ObjectStore, key: string, content: string): Promise<void> {
  await store.put(key, Readable.from([Buffer.from(`${content}\n`)]));
}
