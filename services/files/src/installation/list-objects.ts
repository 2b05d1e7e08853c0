import type { ObjectInfo, ObjectStore } from '@waybill/storage';
import { isOfFile } from './installation-marker.js';

const BATCH = 500;

/** All objects of the store in batches, without the marker and the claim. */
export async function* listObjects(store: ObjectStore): AsyncGenerator<ObjectInfo[]> {
  let batch: ObjectInfo[] = [];
  for await (const object of store.list('')) {
    if (!isOfFile(object.key)) continue;
    if (batch.push(object) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
