import { Injectable } from '@nestjs/common';
import {
  AppError,
  type getFileRequest,
  type InputOf,
  type openFileRequest,
  type OutputOf,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { VerificationTokensService, requestSubject } from '../access/verification-tokens.service.js';
import { VERIFICATION_TTL_MS } from '../access/verification-tokens.js';
import { PasswordAttemptsService } from '../access/password-attempts.service.js';
import { PlansService } from '../plan/plans.service.js';
import { FileRequestLookupService } from './file-request-lookup.service.js';

/** Shows file requests to senders, and exchanges the password for a verification token. */
@Injectable()
export class FileRequestOpeningService {
  constructor(
    private readonly database: DataSource,
    private readonly requests: FileRequestLookupService,
    private readonly plans: PlansService,
    private readonly tokens: VerificationTokensService,
    private readonly attempts: PasswordAttemptsService,
  ) {}

  /** @throws AppError of `FileRequestLookupService.findOpen` */
  async show({ slug }: InputOf<typeof getFileRequest>): Promise<OutputOf<typeof getFileRequest>> {
    const request = await this.requests.findOpen(slug);
    const { userId, maxFiles, received, deleteAt } = request;
    const plan = await this.plans.limitsOf(this.database.manager, { userId, browserId: null });
    return {
      ownerId: userId,
      slug,
      title: request.title,
      message: request.message,
      deleteAt: deleteAt?.toISOString() ?? null,
      maxFiles,
      filesLeft: maxFiles - received,
      maxFileSize: Math.min(request.maxFileSize ?? plan.maxFileSize, plan.maxFileSize),
      isPasswordProtected: request.passwordHash !== null,
    };
  }

  /** @throws AppError of `FileRequestLookupService.findOpen`, `requests.password-required`, a wrong password */
  async open({
    slug,
    password,
    address,
  }: InputOf<typeof openFileRequest>): Promise<OutputOf<typeof openFileRequest>> {
    const request = await this.requests.findOpen(slug);
    if (request.passwordHash !== null) {
      if (password === undefined || password === '') throw new AppError('requests.password-required');
      await this.attempts.verify(request, request.passwordHash, password, address);
    }
    return { token: this.tokens.issue(requestSubject(request), VERIFICATION_TTL_MS) };
  }
}
