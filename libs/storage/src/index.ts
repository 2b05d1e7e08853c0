export { FilesystemObjectStore, type FilesystemOptions } from './adapters/filesystem-object-store.js';
export * from './encryption/encrypted-objects.js';
export * from './encryption/encryption.configuration.js';
export * from './encryption/integrity-error.js';
export * from './encryption/keyring.js';
export { plainSize, sealedSize } from './encryption/sealed-format.js';
export * from './object-store.js';
export * from './storage.configuration.js';
export * from './storage.module.js';
