import { randomUUID } from 'node:crypto';
import type { DownloadSubject, DownloadTarget, UploadSubject, UploadTarget } from './benchmark-subject.js';

/**
 * A PsiTransfer that runs already, on this machine: the fastest comparable product we know. Its processes are not ours,
 * so its CPU time is measured only if the id of its process is known. Its files stay until they expire after an hour.
 */
export class PsiTransfer implements UploadSubject, DownloadSubject {
  readonly label = 'PsiTransfer';
  private readonly urls = new Map<string, string>();

  constructor(
    private readonly address: string,
    private readonly pid: number | null,
  ) {}

  processes(): Promise<number[]> {
    return Promise.resolve(this.pid === null ? [] : [this.pid]);
  }

  uploadTarget(name: string): UploadTarget {
    const metadata = Object.entries({ name, sid: randomUUID().replaceAll('-', ''), retention: '3600' })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join();
    return {
      url: new URL('files', this.address).href,
      method: 'POST',
      headers: {},
      framing: 'tus',
      metadata,
    };
  }

  uploaded(name: string, url: string): void {
    this.urls.set(name, url);
  }

  downloadTarget(name: string): DownloadTarget {
    return { url: this.urls.get(name) ?? '', headers: {} };
  }

  async discard(): Promise<void> {
    // A file cannot be deleted before it expires.
  }
}
