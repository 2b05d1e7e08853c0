import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  type ErrorCode,
  getBundleMetadata,
  getFileMetadata,
  getLinkSlug,
  getOwnedBundle,
  getOwnedFile,
  type InputOf,
  type shareByEmail,
} from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { verificationTokenOf } from '../http/verification-token.js';
import { DeferredSessionService } from '../sessions/deferred-session.service.js';

/** The file, bundle or link that the address in a QR code opens. */
export interface SharedTarget {
  readonly kind: 'file' | 'bundle';
  /** Slug of the link; undefined: the address of the file or bundle itself. */
  readonly slug?: string;
}

/** Finds out whether an id names a file, a bundle or a link. */
@Injectable()
export class SharedTargetsService {
  constructor(
    private readonly bus: Bus,
    private readonly deferredSession: DeferredSessionService,
  ) {}

  /** The target of an id, if it can be opened. @throws AppError `files.not-found`, or the reason for the refusal */
  async targetOf(id: string, request: FastifyRequest): Promise<SharedTarget> {
    const token = verificationTokenOf(request);
    return firstFound([
      () =>
        this.deferredSession
          .request(request, (caller) =>
            this.bus
              .request(getFileMetadata, { fileId: id, token, caller })
              .then(() => undefined, allowBeingScanned),
          )
          .then(() => ({ kind: 'file' })),
      () =>
        this.deferredSession
          .request(request, (caller) => this.bus.request(getBundleMetadata, { bundleId: id, token, caller }))
          .then(() => ({ kind: 'bundle' })),
      async () => ({ kind: 'file', ...(await this.bus.request(getLinkSlug, { linkId: id })) }),
    ]);
  }

  /** A file or bundle of the caller, as a share mail presents it. @throws AppError if the caller does not own it */
  ownedTarget(id: string, caller: Caller): Promise<InputOf<typeof shareByEmail>['file']> {
    return firstFound([
      async () => {
        const file = await this.bus.request(getOwnedFile, { fileId: id, caller });
        return {
          id: file.id,
          originalName: file.originalName,
          size: file.size,
          deleteAt: file.deleteAt.Time,
          isPasswordProtected: file.password.Valid,
        };
      },
      async () => {
        const { name, files, ...bundle } = await this.bus.request(getOwnedBundle, { bundleId: id, caller });
        return {
          kind: 'bundle',
          id: bundle.id,
          originalName: name,
          size: bundle.size,
          fileCount: files.length,
          deleteAt: bundle.deleteAt,
          isPasswordProtected: bundle.isPasswordProtected,
        };
      },
    ]);
  }
}

const notFoundCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'files.not-found',
  'bundles.not-found',
  'links.not-found',
]);

/** Result of the first attempt that does not answer 404. @throws AppError `files.not-found` if all do; other errors */
async function firstFound<T>(attempts: readonly (() => Promise<T>)[]): Promise<T> {
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError) || !notFoundCodes.has((error as AppError).code)) throw error;
    }
  }
  throw new AppError('files.not-found');
}

/** Ignores that the file waits for its virus scan: a QR code contains only the link, and the owner wants it already. */
function allowBeingScanned(error: unknown): void {
  if (AppError.from(error).code !== 'files.being-scanned') throw error;
}
