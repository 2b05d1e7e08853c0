import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type Caller,
  type ObjectTicket,
  openBundleArchive,
  openBundledFiles,
  type OutputOf,
} from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import type { Readable } from 'node:stream';
import { MissingObjectService } from '../download/missing-object.service.js';
import type { OpenEntry } from './read-ahead.js';
import { ZipLayout } from './zip-layout.js';
import { uniqueNames } from './zip-names.js';
import { zipStream } from './zip-stream.js';

/** Number of tickets per request to the files service. */
const TICKETS = 100;
/** Longer than usual: describing 10,000 files takes a moment, and a failure midway breaks the download. */
const TIMEOUT_MS = 30_000;

interface ArchiveRequest {
  readonly bundleId: string;
  readonly caller: Caller;
  readonly token: string | null;
  readonly isMachine: boolean;
}

/** An archive whose bytes the caller may read. */
export interface OpenedArchive {
  readonly name: string;
  readonly isOwner: boolean;
  /** The link through which the archive was opened, and its visit. */
  readonly origin: Omit<OutputOf<typeof openBundleArchive>, 'name' | 'isOwner' | 'files'>;
  readonly size: number;
  readonly etag: string;
  /** Streams a range of the archive, or all of it. */
  read(range: { readonly start: number; readonly end: number } | null): Readable;
}

/** Composes the ZIP archives of bundles from the bytes of their files. */
@Injectable()
export class BundleZipService {
  constructor(
    private readonly bus: Bus,
    private readonly objects: EncryptedObjects,
    private readonly missing: MissingObjectService,
  ) {}

  /** @throws AppError of `openBundleArchive` */
  async open(request: ArchiveRequest): Promise<OpenedArchive> {
    const { name, isOwner, files, ...origin } = await this.bus.request(openBundleArchive, request, {
      timeoutMs: TIMEOUT_MS,
    });
    const layout = layoutOf(files);
    const entries = files.map(({ fileId, size }) => ({ fileId, size }));
    return {
      name,
      isOwner,
      origin,
      size: layout.size,
      etag: layout.etag,
      read: (range) =>
        zipStream(layout, range ?? { start: 0, end: layout.size - 1 }, this.opener(request, entries)),
    };
  }

  private opener(
    request: ArchiveRequest,
    entries: readonly { readonly fileId: string; readonly size: number }[],
  ): OpenEntry {
    const tickets = this.tickets(request, entries);
    return async (index, range) => {
      const [ticket, entry] = [(await tickets(index))[index % TICKETS], entries[index]];
      if (!ticket || !entry) throw new Error(`The archive has no file ${index}`);
      const { fileId, size } = entry;
      const read = () => this.objects.read(ticket, size, range);
      const currentKey = async () => {
        const { tickets: current } = await this.bus.request(openBundledFiles, {
          bundleId: request.bundleId,
          caller: request.caller,
          token: request.token,
          fileIds: [fileId],
        });
        return current[0]?.objectKey ?? '';
      };
      return this.missing.orReport({ fileId, objectKey: ticket.objectKey }, read, currentKey);
    };
  }

  /**
   * Requests the tickets of 100 files when the archive reaches the first of them. Not earlier, because a client may
   * pause for hours. Files of the same hundred that are opened concurrently share the request.
   */
  private tickets(
    { bundleId, caller, token }: ArchiveRequest,
    entries: readonly { readonly fileId: string }[],
  ): (index: number) => Promise<readonly ObjectTicket[]> {
    let first = -1;
    let page: Promise<readonly ObjectTicket[]> = Promise.resolve([]);
    return (index) => {
      const start = index - (index % TICKETS);
      if (start === first) return page;
      first = start;
      const fileIds = entries.slice(start, start + TICKETS).map(({ fileId }) => fileId);
      page = this.bus
        .request(openBundledFiles, { bundleId, caller, token, fileIds }, { timeoutMs: TIMEOUT_MS })
        .then(({ tickets }) => tickets);
      return page;
    };
  }
}

function layoutOf(files: OutputOf<typeof openBundleArchive>['files']): ZipLayout {
  const names = uniqueNames(files.map(({ path }) => path));
  return new ZipLayout(
    files.map(({ fileId, path, size, crc32, createdAt }, index) => ({
      name: names[index] ?? path,
      size,
      crc32,
      bytesId: fileId,
      modifiedAt: new Date(createdAt),
    })),
  );
}
