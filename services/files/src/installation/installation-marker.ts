import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ObjectNotFoundError, type ObjectStore } from '@waybill/storage';
import { z } from 'zod';

/** Key of the marker. All other keys are UUIDs. */
export const MARKER_KEY = 'waybill-installation';

const markerSchema = z.object({ installation: z.uuid(), token: z.uuid() });

/** Names the installation that owns the objects of a store. */
export type Marker = z.infer<typeof markerSchema>;

/** @returns null when the store has no marker, `unreadable` when it is damaged or of a newer version */
export async function readMarker(store: ObjectStore): Promise<Marker | 'unreadable' | null> {
  let content: string;
  try {
    content = await text(await store.get(MARKER_KEY));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
  try {
    return markerSchema.parse(JSON.parse(content));
  } catch {
    return 'unreadable';
  }
}

export async function writeMarker(store: ObjectStore, marker: Marker): Promise<void> {
  await store.put(MARKER_KEY, Readable.from([Buffer.from(`${JSON.stringify(marker)}\n`)]));
}
