import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import type { Bundle } from '../bundle/bundle.entity.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import type { FileRequest } from '../file-request/file-request.entity.js';
import type { Link } from '../link/link.entity.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { VerificationTokens, type TokenSubject } from './verification-tokens.js';

/** Issues and verifies the tokens of files, bundles, links and file requests. */
@Injectable()
export class VerificationTokensService {
  private readonly tokens: VerificationTokens;

  constructor(
    @Inject(FILES_MODULE_OPTIONS) options: FilesModuleOptions,
    private readonly clock: Clock,
  ) {
    this.tokens = new VerificationTokens(options.tokenSecrets);
  }

  /** A token for the current version of the subject, valid for `lifeMs` milliseconds. */
  issue(subject: TokenSubject, lifeMs: number): string {
    return this.tokens.issue(subject, new Date(this.clock.now().getTime() + lifeMs));
  }

  /** Whether the token opens this version of the subject now. */
  proves(token: string, subject: TokenSubject): boolean {
    return this.tokens.verify(token, subject, this.clock.now());
  }
}

/** A file as the subject of tokens: bound to the version of its password. */
export function fileSubject({
  id,
  passwordVersion,
}: Pick<SharedFile, 'id' | 'passwordVersion'>): TokenSubject {
  return { kind: 'file', id, version: passwordVersion };
}

/** A file that its first link does not open, as the subject of tokens for the external viewer. */
export function viewerSubject(file: Pick<SharedFile, 'id' | 'passwordVersion'>): TokenSubject {
  return { ...fileSubject(file), kind: 'viewer' };
}

/**
 * A file that its first link opens, as the subject of tokens for the external viewer. They prove the password, as those
 * of the file do, but give no further token.
 */
export function firstLinkViewerSubject(file: Pick<SharedFile, 'id' | 'passwordVersion'>): TokenSubject {
  return { ...fileSubject(file), kind: 'first-link-viewer' };
}

/**
 * One opening of a link as the subject of its token.
 *
 * @param fileId the only file that the token opens, for the external viewer
 */
export function linkSubject(
  { id, gateVersion }: Pick<Link, 'id' | 'gateVersion'>,
  session: string,
  fileId?: string,
): TokenSubject {
  return { kind: 'link', id, version: gateVersion, session, ...(fileId !== undefined && { fileId }) };
}

/** A file request as the subject of tokens: bound to the version of its password. */
export function requestSubject({
  id,
  passwordVersion,
}: Pick<FileRequest, 'id' | 'passwordVersion'>): TokenSubject {
  return { kind: 'request', id, version: passwordVersion };
}

/**
 * A bundle as the subject of tokens: bound to the version of its password.
 *
 * @param fileId the only file that the token opens, for the external viewer
 */
export function bundleSubject(
  { id, passwordVersion }: Pick<Bundle, 'id' | 'passwordVersion'>,
  fileId?: string,
): TokenSubject {
  return { kind: 'bundle', id, version: passwordVersion, ...(fileId !== undefined && { fileId }) };
}
