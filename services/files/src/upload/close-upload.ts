import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../storage-cleanup/queue-object-deletion.js';
import { Reservation } from './reservation.entity.js';
import { Upload } from './upload.entity.js';

/** Ends an upload that the transaction has locked, and gives up whatever of it did not become a file. */
export async function closeUpload(manager: EntityManager, upload: Upload, now: Date): Promise<void> {
  const reservations = await manager.findBy(Reservation, { uploadId: upload.id });
  await discardReservations(manager, reservations, now);
  await manager.delete(Upload, { id: upload.id });
}

/** Gives up files of an upload before they exist. */
export async function discardReservations(
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
