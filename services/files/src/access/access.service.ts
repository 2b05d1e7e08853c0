import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { FileLookupService } from '../file/file-lookup.service.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import type { OpenedLink } from '../link/link-lookup.service.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import type { AccessAction, AccessContext, AccessRequest } from './access-context.js';
import { refusalOf } from './access-gates.policy.js';
import { BundleAccessService } from './bundle-access.service.js';
import {
  VerificationTokensService,
  fileSubject,
  firstLinkViewerSubject,
  viewerSubject,
} from './verification-tokens.service.js';
import { isViewerToken, type TokenSubject } from './verification-tokens.js';
import { OpenedLinksService } from './opened-links.service.js';

/** The use of a file by a caller that may open its bundle. */
interface BundledAccess {
  readonly action: AccessAction;
  /** Whether the caller owns the file. */
  readonly isOwner: boolean;
  /** The opening of a link that admitted the caller to the bundle; null: admitted without a link. */
  readonly opened: OpenedLink | null;
}

/** Collects the facts of a call and passes them through the gates. The only way to a file for anyone but its owner. */
@Injectable()
export class AccessService {
  constructor(
    private readonly files: FileLookupService,
    private readonly openedLinks: OpenedLinksService,
    private readonly tokens: VerificationTokensService,
    private readonly bundles: BundleAccessService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `files.not-found`, `files.expired`, or the code of the gate that refuses */
  async open(
    fileId: string,
    request: Partial<AccessRequest> & Pick<AccessRequest, 'action'>,
  ): Promise<AccessContext> {
    const file = await this.files.findEvenExpired(fileId);
    const { caller, token, bundleId, isMachine, action } = request;
    const context = await this.contextOf(file, {
      action,
      caller: caller ?? null,
      token: tokenFor(action, token ?? null),
      bundleId: bundleId ?? null,
      isMachine: isMachine ?? false,
    });
    return this.pass(context);
  }

  /** Opens the file of a link for an action that the link's own gates allow. @throws AppError as `open` */
  async openThrough(fileId: string, opened: OpenedLink, action: AccessAction): Promise<AccessContext> {
    const file = await this.files.findEvenExpired(fileId);
    const request = { action, caller: null, token: null, bundleId: null, isMachine: false };
    return this.pass({
      ...request,
      file,
      opened,
      isOwner: false,
      hasFileToken: false,
      hasViewerToken: false,
      bundle: null,
      now: this.clock.now(),
    });
  }

  /** The code that refuses a file to a caller that may open its bundle; null: access is granted. */
  refusalInBundle(
    bundleId: string,
    file: Readonly<SharedFile>,
    { action, isOwner, opened }: BundledAccess,
  ): ErrorCode | null {
    return refusalOf({
      file,
      action,
      isOwner,
      opened,
      bundleId,
      caller: null,
      token: null,
      isMachine: false,
      hasFileToken: false,
      hasViewerToken: false,
      bundle: { bundleId, refusal: null },
      now: this.clock.now(),
    });
  }

  private pass(context: AccessContext): AccessContext {
    const refusal = refusalOf(context);
    if (refusal !== null) throw new AppError(refusal);
    return context;
  }

  private async contextOf(file: Readonly<SharedFile>, request: AccessRequest): Promise<AccessContext> {
    const { caller, token } = request;
    const proven = await this.openedLinks.provenBy(token, file.id);
    const opened = proven && (await this.openedLinks.opensFile(proven.link, file.id)) ? proven : null;
    const proves = (subject: TokenSubject) => token !== null && this.tokens.proves(token, subject);
    return {
      ...request,
      file,
      isOwner: caller !== null && isOwnedBy(file, caller),
      hasFileToken: proves(fileSubject(file)) || proves(firstLinkViewerSubject(file)),
      hasViewerToken: proves(viewerSubject(file)),
      opened,
      bundle: await this.bundles.gateFor(file.id, request, opened),
      now: this.clock.now(),
    };
  }
}

/** Ignores the external viewer's token in a request for another token: access would outlast its five minutes. */
function tokenFor(action: AccessAction, token: string | null): string | null {
  return action === 'viewer' && token !== null && isViewerToken(token) ? null : token;
}
