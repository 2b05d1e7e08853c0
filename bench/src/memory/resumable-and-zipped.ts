import type { MemorySubject } from './measure-memory.js';
import type { Account } from '../subjects/account.js';
import type { DownloadTarget, UploadTarget } from '../subjects/benchmark-subject.js';

/** A Waybill whose uploads go by tus and whose downloads are ZIPs of bundles. */
export class ResumableAndZipped implements MemorySubject {
  private readonly zips = new Map<string, string>();

  constructor(
    private readonly waybill: MemorySubject,
    private readonly account: Account,
  ) {}

  get label(): string {
    return this.waybill.label;
  }

  processes(): Promise<number[]> {
    return this.waybill.processes();
  }

  uploadTarget(): UploadTarget {
    return this.account.tusTarget();
  }

  uploaded(name: string, url: string): void {
    this.account.uploadedByTus(name, url);
  }

  /** Makes the bundle. @returns bytes of its ZIP */
  async downloadSize(name: string): Promise<number> {
    const url = await this.account.bundle(name);
    this.zips.set(name, url);
    const { headers } = await fetch(url, { method: 'HEAD' });
    return Number(headers.get('content-length'));
  }

  downloadTarget(name: string): DownloadTarget {
    const url = this.zips.get(name);
    if (url === undefined) throw new Error(`${name} is in no bundle`);
    return { url, headers: {} };
  }

  metadataUrl(name: string): string {
    return this.waybill.metadataUrl(name);
  }

  discard(name: string): Promise<void> {
    return this.waybill.discard(name);
  }
}
