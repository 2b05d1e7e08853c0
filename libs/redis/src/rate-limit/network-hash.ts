import { createHmac, type KeyObject } from 'node:crypto';
import { networkOf } from './client-network.js';

/** 128 bits in base64url. */
const LENGTH = 22;

/**
 * Hashes the network of a client for the log. Without the key the hashes of the few billion IPv4 addresses could be
 * reversed by trying them all.
 */
export function networkHasher(key: KeyObject): (address: string) => string {
  return (address) =>
    createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, LENGTH);
}
