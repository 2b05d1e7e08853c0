import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isDatabaseUnavailable } from '@waybill/database';
import { ConfigurationError, LOGGER, type Logger } from '@waybill/service-kit';
import { Keyring, UnknownKeyError } from '@waybill/storage';
import { DataSource } from 'typeorm';

/** Ids are random, so the first ones are a random sample. */
const SAMPLE = 1000;

/**
 * Refuses to start with an encryption key that cannot decrypt the stored files. Otherwise new uploads would be
 * encrypted with it, and downloads of older files would fail. A wrapped key begins with the id of its master key, so
 * the check decrypts nothing.
 */
@Injectable()
export class EncryptionKeyCheckService implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws ConfigurationError when stored files need a key that is not configured */
  async onModuleInit(): Promise<void> {
    const wrappedKeys = await this.sampleWrappedKeys();
    const unknown = wrappedKeys.flatMap((wrappedKey) => this.unknownKeyOf(wrappedKey) ?? []);
    const [keyId] = unknown;
    if (keyId === undefined) return;
    // Start despite a single damaged row: all other files can be decrypted.
    if (unknown.length === 1 && wrappedKeys.length > 1) {
      this.logger.error({ keyId }, 'The encryption key of a file is not configured');
      return;
    }
    throw new ConfigurationError(
      `ENCRYPTION_KEY, or keys/secrets.json in DATA_DIR, does not fit the stored files: ${unknown.length} of ` +
        `${wrappedKeys.length} need the key with the id ${keyId}. Put the former key back, or add it after the new one.`,
    );
  }

  private async sampleWrappedKeys(): Promise<string[]> {
    try {
      const rows = await this.database.query<{ wrapped_key: string }[]>(
        'SELECT wrapped_key FROM files ORDER BY id LIMIT $1',
        [SAMPLE],
      );
      return rows.map(({ wrapped_key }) => wrapped_key);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn({ err: error }, 'The encryption key was not checked, as the database is unavailable');
      return [];
    }
  }

  private unknownKeyOf(wrappedKey: string): string | null {
    try {
      this.keyring.requireKeyOf(wrappedKey);
      return null;
    } catch (error) {
      if (error instanceof UnknownKeyError) return error.keyId;
      throw error;
    }
  }
}
