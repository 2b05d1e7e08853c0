import { EncryptedObjects } from '@waybill/storage';
import { eventually } from '@waybill/testing';
import type { SharedFile } from '../file/shared-file.entity.js';
import { PreviewConversionService } from './preview-conversion.service.js';
import type { SandboxService } from './sandbox.service.js';
import { TempWorkspace } from './temp-workspace.js';

describe('PreviewConversionService', () => {
  it('converts at most two documents at once, with a password or without', async () => {
    const reads: (() => void)[] = [];
    // Each conversion begins with reading its file. The test ends them one by one.
    const objects = Object.assign(Object.create(EncryptedObjects.prototype) as EncryptedObjects, {
      read: () => new Promise((_, reject) => reads.push(() => reject(new Error('The store is unavailable')))),
    });
    const options = { sofficePath: '/usr/bin/soffice' };
    const conversion = new PreviewConversionService(
      objects,
      {} as SandboxService,
      new TempWorkspace(),
      options,
    );
    const file = { previewKind: 'office', mimeType: 'application/msword', size: 1 } as SharedFile;
    const { signal } = new AbortController();
    const passwords = [null, 'open sesame', null];
    const ended = passwords.map((password) => conversion.convert(file, signal, password).catch(String));
    await eventually(() => expect(reads).toHaveLength(2));
    reads[0]?.();
    await expect(ended[0]).resolves.toContain('The store is unavailable');
    await eventually(() => expect(reads).toHaveLength(3));
    for (const end of reads) end();
    await Promise.all(ended);
  });
});
