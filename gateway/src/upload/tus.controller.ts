import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  beginAppend,
  type Caller,
  createResumableUpload,
  deleteResumableUpload,
  getResumableUpload,
  getUploadLimits,
  idSchema,
  type Writing,
} from '@waybill/contracts';
import { TUS_CHECKSUMS, TUS_EXTENSIONS, TUS_VERSION, uploadRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { withBrowserId } from '../http/new-browser.js';
import { hasBody } from '../http/has-body.js';
import { Route } from '../http/route.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { AnonymousUploadsService } from '../limits/anonymous-uploads.service.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import {
  checksumOf,
  declaredLengthOf,
  metadataOf,
  newLengthOf,
  offsetOf,
  rejectConcatenation,
} from './tus-headers.js';
import { type Append, type Appended, TusAppendsService } from './tus-appends.service.js';

/** Uploads that can be resumed (tus 1.0.0). */
@Controller()
export class TusController {
  constructor(
    private readonly bus: Bus,
    private readonly appends: TusAppendsService,
    private readonly cookies: CookiesService,
    private readonly slots: TransferSlotsService,
    private readonly anonymousUploads: AnonymousUploadsService,
  ) {}

  @Route('OPTIONS /api/uploads', uploadRoutes.uploadOptions)
  async options(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { maxFileSize } = await this.bus.request(getUploadLimits, { caller });
    void reply.headers({
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS.join(),
      'tus-checksum-algorithm': TUS_CHECKSUMS.join(),
      'tus-max-size': String(maxFileSize),
    });
  }

  @Route('POST /api/uploads', uploadRoutes.createUpload)
  async create(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { headers } = request;
    rejectConcatenation(headers);
    const hasBytes = hasBody(request);
    const length = newLengthOf(headers);
    const checksum = checksumOf(headers);
    const { raw, originalName, target } = metadataOf(headers);
    const { owner, newBrowserId } = withBrowserId(caller);
    // Creating an empty file also finishes it.
    const writes = hasBytes || length === 0;
    await this.withSlot(writes, caller, async () => {
      await this.anonymousUploads.countCreation(caller);
      if (hasBytes) await this.anonymousUploads.requireBytesLeft(caller);
      const { uploadId, expiresAt, received, ...created } = await this.bus.request(createResumableUpload, {
        caller: owner,
        token: verificationTokenOf(request),
        originalName,
        metadata: raw,
        length,
        target,
        writes,
        key: keyOf(request),
      });
      // Set these before the append: if it fails at the server, the client resumes the upload.
      if (newBrowserId !== null) this.cookies.setBrowser(reply, newBrowserId);
      void reply.headers({ location: `/api/uploads/${uploadId}`, ...expiry(expiresAt) });
      // An earlier request with this key may not have finished an empty file, and no PATCH follows for one.
      const writing = created.writing ?? (length === 0 ? await this.beginEmpty(uploadId, owner) : null);
      if (!writing) {
        // More than 0 if an earlier request with this key created the upload, and its response was lost.
        void reply.header('upload-offset', String(received ?? 0));
        return;
      }
      try {
        const append = { uploadId, writing, caller: owner, checksum };
        this.setProgress(reply, await this.receive(request, append));
      } catch (error) {
        // A refused client assumes that no upload exists, and creates another. Delete this one, or both would count.
        if (AppError.isRefusal(error)) {
          reply.removeHeader('location').removeHeader('upload-expires');
          await this.bus.request(deleteResumableUpload, { uploadId, caller: owner });
        }
        throw error;
      }
    });
  }

  @Route('HEAD /api/uploads/{id}', uploadRoutes.showUpload)
  async show(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const ref = { uploadId: uploadIdOf(id), caller };
    const { received, length, metadata, expiresAt } = await this.bus.request(getResumableUpload, ref);
    void reply.headers({
      ...expiry(expiresAt),
      'upload-offset': String(received),
      ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
      'upload-metadata': metadata,
    });
  }

  @Route('PATCH /api/uploads/{id}', uploadRoutes.appendToUpload)
  async append(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { headers } = request;
    const offset = offsetOf(headers);
    const length = declaredLengthOf(headers);
    const checksum = checksumOf(headers);
    const uploadId = uploadIdOf(id);
    await this.withSlot(true, caller, async () => {
      await this.anonymousUploads.requireBytesLeft(caller);
      const { writing, expiresAt } = await this.bus.request(beginAppend, {
        uploadId,
        caller,
        offset,
        length,
      });
      // A finished upload takes no more bytes. Refuse them, so that the response does not acknowledge them.
      if (!writing && Number(headers['content-length'] ?? 0) > 0) throw new AppError('uploads.beyond-length');
      const append = writing && { uploadId, writing, caller, checksum };
      this.setProgress(reply, append ? await this.receive(request, append) : { offset, expiresAt });
    });
  }

  @Route('DELETE /api/uploads/{id}', uploadRoutes.deleteUpload)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.request(deleteResumableUpload, { uploadId: uploadIdOf(id), caller });
  }

  /** Takes the lease of an empty file. Null if the file is finished already. */
  private async beginEmpty(uploadId: string, caller: Caller): Promise<Writing | null> {
    const { writing } = await this.bus.request(beginAppend, { uploadId, caller, offset: 0, length: null });
    return writing;
  }

  private receive(request: FastifyRequest, append: Append): Promise<Appended> {
    return this.appends.receive(request.raw, append);
  }

  private async withSlot(isTransfer: boolean, { address }: Caller, work: () => Promise<void>): Promise<void> {
    await (isTransfer ? this.slots.during('upload', address, work) : work());
  }

  private setProgress(reply: FastifyReply, { offset, expiresAt }: Appended): void {
    void reply.headers({ 'upload-offset': String(offset), ...expiry(expiresAt) });
  }
}

/** Parses the id in the URL. A malformed id answers 404, like an unknown one. */
function uploadIdOf(id: string): string {
  const parsed = idSchema.safeParse(id);
  if (!parsed.success) throw new AppError('uploads.not-found');
  return parsed.data;
}

function expiry(expiresAt: string): { 'upload-expires': string } {
  return { 'upload-expires': new Date(expiresAt).toUTCString() };
}

/** @throws AppError `uploads.malformed-header` */
function keyOf(request: FastifyRequest): string | null {
  const key = headerOf(request, 'idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError('uploads.malformed-header', { header: 'Idempotency-Key' });
  return key;
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
