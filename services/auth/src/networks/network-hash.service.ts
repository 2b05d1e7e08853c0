import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { networkOf } from '@waybill/redis';
import { DataSource } from 'typeorm';

/**
 * Hashes client networks for the database. The key is a random row of auth's schema, the same for every
 * replica: without it the hashes of the few billion IPv4 addresses could be reversed by trying them all.
 */
@Injectable()
export class NetworkHashService {
  private key: Promise<Buffer> | undefined;

  constructor(private readonly database: DataSource) {}

  async hash(address: string): Promise<Buffer> {
    this.key ??= this.readKey();
    try {
      return createHmac('sha256', await this.key)
        .update(networkOf(address))
        .digest();
    } catch (error) {
      this.key = undefined;
      throw error;
    }
  }

  private async readKey(): Promise<Buffer> {
    const [row] = await this.database.query<{ key: Buffer }[]>('SELECT key FROM network_hash_keys LIMIT 1');
    if (!row) throw new Error('The table network_hash_keys is empty');
    return row.key;
  }
}
