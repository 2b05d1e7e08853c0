import { type DynamicModule, Module } from '@nestjs/common';
import { HealthRegistry } from '@waybill/service-kit';
import { EncryptedAppends } from './encryption/encrypted-appends.js';
import { EncryptedObjects } from './encryption/encrypted-objects.js';
import { Keyring } from './encryption/keyring.js';
import { ObjectStore } from './object-store.js';
import { InstrumentedObjectStore } from './instrumented-object-store.js';
import { keepFreedMemory } from './streams/keep-freed-memory.js';

export interface StorageModuleOptions {
  readonly store: ObjectStore;
  readonly keyring: Keyring;
}

/** Provides ObjectStore, Keyring and EncryptedObjects to all modules, and registers the store's health check. */
@Module({})
export class StorageModule {
  constructor(health: HealthRegistry, store: ObjectStore) {
    health.register('storage', () => store.check());
  }

  static forRoot({ store, keyring }: StorageModuleOptions): DynamicModule {
    keepFreedMemory();
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: ObjectStore, useValue: new InstrumentedObjectStore(store) },
        { provide: Keyring, useValue: keyring },
        EncryptedObjects,
        EncryptedAppends,
      ],
      exports: [ObjectStore, Keyring, EncryptedObjects, EncryptedAppends],
    };
  }
}
