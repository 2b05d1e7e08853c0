import { Injectable } from '@nestjs/common';
import { AppError, type Caller, type ErrorCode } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { FileLookupService } from '../file/file-lookup.service.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import { LinkLookupService, type OpenedLink } from '../link/link-lookup.service.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import type { AccessAction, AccessContext, AccessRequest } from './access-context.js';
import { refusalOf } from './access-gates.policy.js';
import { BundleAccessService } from './bundle-access.service.js';
import { AccessTokensService, fileSubject, linkSubject } from './access-tokens.service.js';
import { subjectNamedBy } from './access-tokens.js';

/** Collects the facts of a call and passes them through the gates. The only way to a file for anyone but its owner. */
@Injectable()
export class AccessService {
  constructor(
    private readonly files: FileLookupService,
    private readonly links: LinkLookupService,
    private readonly tokens: AccessTokensService,
    private readonly bundles: BundleAccessService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `files.not-found`, `files.expired`, or the code of the gate that refuses */
  async open(
    fileId: string,
    request: Partial<AccessRequest> & Pick<AccessRequest, 'action'>,
  ): Promise<AccessContext> {
    const file = await this.files.find(fileId);
    const { caller, token, bundleId, isMachine, action } = request;
    const context = await this.contextOf(file, {
      action,
      caller: caller ?? null,
      token: token ?? null,
      bundleId: bundleId ?? null,
      isMachine: isMachine ?? false,
    });
    return this.pass(context);
  }

  /** Opens the file of a link for an action that the link's own gates allow. @throws AppError as `open` */
  async openThrough(fileId: string, opened: OpenedLink, action: AccessAction): Promise<AccessContext> {
    const file = await this.files.find(fileId);
    const request = { action, caller: null, token: null, bundleId: null, isMachine: false };
    return this.pass({
      ...{ ...request, file, opened },
      ...{ isOwner: false, hasFileToken: false, bundle: null, now: this.clock.now() },
    });
  }

  /** The code that refuses a file to a caller that may open its bundle; null: access is granted. */
  refusalInBundle(
    bundleId: string,
    file: Readonly<SharedFile>,
    action: AccessAction,
    caller: Caller | null,
  ): ErrorCode | null {
    return refusalOf({
      ...{ file, action, caller, bundleId, token: null, isMachine: false, hasFileToken: false, opened: null },
      isOwner: caller !== null && isOwnedBy(file, caller),
      bundle: { bundleId, refusal: null },
      now: this.clock.now(),
    });
  }

  /** The opening of a link that a token proves; null for any other token. The link may have ended. */
  async openedBy(token: string | null): Promise<OpenedLink | null> {
    const named = token === null ? null : subjectNamedBy(token);
    if (token === null || named?.kind !== 'link' || named.session === undefined) return null;
    const opened = await this.links.findOpened(named.id, named.session);
    return opened && this.tokens.proves(token, linkSubject(opened.link, named.session)) ? opened : null;
  }

  private pass(context: AccessContext): AccessContext {
    const refusal = refusalOf(context);
    if (refusal !== null) throw new AppError(refusal);
    return context;
  }

  private async contextOf(file: Readonly<SharedFile>, request: AccessRequest): Promise<AccessContext> {
    const { caller, token } = request;
    const opened = await this.openedBy(token);
    return {
      ...request,
      file,
      isOwner: caller !== null && isOwnedBy(file, caller),
      hasFileToken: token !== null && this.tokens.proves(token, fileSubject(file)),
      opened: opened?.link.fileId === file.id ? opened : null,
      bundle: await this.bundles.gateFor(file.id, request),
      now: this.clock.now(),
    };
  }
}
