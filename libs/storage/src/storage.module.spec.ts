import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthRegistry, ServiceKitModule, createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore } from './adapters/filesystem-object-store.js';
import { inChunks } from './contract/contract-case.js';
import { EncryptedObjects } from './encryption/encrypted-objects.js';
import { Keyring } from './encryption/keyring.js';
import { StorageModule } from './storage.module.js';

@Injectable()
class Feature {
  constructor(readonly objects: EncryptedObjects) {}
}

@Module({ providers: [Feature] })
class FeatureModule {}

describe('StorageModule', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-module-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('provides EncryptedObjects and registers the health check of the store', async () => {
    const root = join(folder, 'objects');
    const keyring = new Keyring([randomBytes(32)]);
    const app = await NestFactory.createApplicationContext(
      {
        module: FeatureModule,
        imports: [
          ServiceKitModule.forRoot(createLogger('test', 'silent')),
          StorageModule.forRoot({ store: new FilesystemObjectStore(root), keyring }),
        ],
      },
      { logger: false },
    );
    const { objects } = app.get(Feature);
    const ticket = objects.create();
    await objects.write(ticket, inChunks(Buffer.from('hello'), 5));
    expect(String(await buffer(await objects.read(ticket, 5)))).toBe('hello');
    expect(await app.get(HealthRegistry).check()).toEqual({ storage: 'ok' });
    await rename(root, `${root}-unmounted`);
    expect(await app.get(HealthRegistry).check()).toEqual({ storage: 'down' });
    await app.close();
  });
});
