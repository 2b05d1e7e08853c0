import type { EntityManager } from 'typeorm';
import { tailKeyOf } from '@waybill/storage';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { queueUnnamedObject } from '../storage-cleanup/queue-unnamed-object.js';
import { Reservation } from './reservation.entity.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { Upload } from './upload.entity.js';

/** Deletes an upload that the transaction has locked, with its remaining reservations. */
export async function closeUpload(manager: EntityManager, upload: Upload, now: Date): Promise<void> {
  const reservations = await manager.findBy(Reservation, { uploadId: upload.id });
  await deleteReservations(manager, reservations, now);
  const resumable = await manager.findOneBy(ResumableUpload, { id: upload.id });
  if (resumable?.tailKey) await queueObjectDeletion(manager, [resumable.tailKey], now);
  const writer = resumable?.writer ?? null;
  if (writer !== null) {
    for (const { objectKey } of reservations) await discardTailOf(manager, objectKey, writer, now);
  }
  await manager.delete(Upload, { id: upload.id });
}

/** Queues the deletion of the tail that a writer may have stored, but did not save. */
export async function discardTailOf(
  manager: EntityManager,
  objectKey: string,
  writer: string,
  now: Date,
): Promise<void> {
  await queueUnnamedObject(manager, tailKeyOf(objectKey, writer), now);
}

/** Deletes reservations and queues the deletion of their objects. */
export async function deleteReservations(
  manager: EntityManager,
  reservations: readonly Reservation[],
  now: Date,
): Promise<void> {
  if (reservations.length === 0) return;
  await manager.delete(
    Reservation,
    reservations.map(({ fileId }) => fileId),
  );
  await queueObjectDeletion(
    manager,
    reservations.map(({ objectKey }) => objectKey),
    now,
  );
}
