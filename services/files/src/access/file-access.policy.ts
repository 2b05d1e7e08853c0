import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Caller } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { SharedFile } from '../file/shared-file.entity.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import { VerificationTokens } from './verification-tokens.js';

/** Access to a file's name and bytes: everyone with the link, and after the password if the file has one. */
@Injectable()
export class FileAccessPolicy {
  private readonly tokens: VerificationTokens;

  constructor(
    @Inject(FILES_MODULE_OPTIONS) options: FilesModuleOptions,
    private readonly clock: Clock,
  ) {
    this.tokens = new VerificationTokens(options.tokenSecrets);
  }

  /** The owner needs no token. @throws AppError `files.password-required` */
  authorize(file: SharedFile, caller: Caller, token: string | null): { isOwner: boolean } {
    const isOwner = isOwnedBy(file, caller);
    const isOpen = isOwner || file.passwordHash === null;
    if (!isOpen && !this.tokens.verify(token ?? '', file, this.clock.now())) {
      throw new AppError('files.password-required');
    }
    return { isOwner };
  }

  /** A verification token for the current password, valid for `lifeMs` milliseconds. */
  issueToken(file: SharedFile, lifeMs: number): string {
    return this.tokens.issue(file, new Date(this.clock.now().getTime() + lifeMs));
  }
}
