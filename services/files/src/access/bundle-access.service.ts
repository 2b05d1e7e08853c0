import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { BundleLookupService } from '../bundle/bundle-lookup.service.js';
import type { Bundle } from '../bundle/bundle.entity.js';
import type { OpenedLink } from '../link/link-lookup.service.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import type { AccessAction, AccessRequest, BundleGate } from './access-context.js';
import { VerificationTokensService, bundleSubject } from './verification-tokens.service.js';
import { subjectNamedBy, type TokenSubject } from './verification-tokens.js';
import { bundleRefusalOf } from './bundle-gates.policy.js';
import { OpenedLinksService } from './opened-links.service.js';

interface BundleRequest extends Partial<Pick<AccessRequest, 'caller' | 'token' | 'isMachine'>> {
  readonly action: AccessAction;
  /** Whether the download has already begun. It may then finish, even if it has used up its link. */
  readonly isUnderWay?: boolean;
}

type BundledFileRequest = BundleRequest & Pick<AccessRequest, 'bundleId'>;

/** A bundle that the caller may use. */
export interface OpenedBundle {
  readonly bundle: Readonly<Bundle>;
  readonly isOwner: boolean;
  /** The opening of its link that the token proves. */
  readonly opened: OpenedLink | null;
}

/** Decides who may open a bundle, and with it the files in it. */
@Injectable()
export class BundleAccessService {
  constructor(
    private readonly bundles: BundleLookupService,
    private readonly tokens: VerificationTokensService,
    private readonly openedLinks: OpenedLinksService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `bundles.not-found`, `bundles.expired`, or the code of the gate that refuses */
  async open(bundleId: string, request: BundleRequest): Promise<OpenedBundle> {
    const bundle = await this.bundles.findEvenExpired(bundleId);
    const proven = await this.openedLinks.provenBy(request.token ?? null);
    const opened = proven && request.isUnderWay ? { ...proven, mayResume: true } : proven;
    return this.pass(bundle, request, opened);
  }

  /** Opens the bundle of a link for an action that the link's own gates allow. @throws AppError as `open` */
  async openThrough(bundleId: string, opened: OpenedLink, action: AccessAction): Promise<OpenedBundle> {
    return this.pass(await this.bundles.findEvenExpired(bundleId), { action }, opened);
  }

  /**
   * The decision of the bundle through which a file is opened. Its `refusal` is null when the bundle admits the caller.
   * @param opened the opening of a link to this file or to its bundle
   * @returns null when the file is not opened through a bundle that it is in
   */
  async gateFor(
    fileId: string,
    request: BundledFileRequest,
    opened: OpenedLink | null,
  ): Promise<BundleGate | null> {
    if (request.bundleId !== null) return this.decide(request.bundleId, fileId, request, opened);
    const named = opened?.link.bundleId ?? bundleNamedBy(request.token ?? null);
    const gate = named === null ? null : await this.decide(named, fileId, request, opened);
    // A refusal of the bundle applies only with `?bundle=`. Without it, the token can only grant access, and the file's
    // own gates decide.
    return gate?.refusal === null ? gate : null;
  }

  private async decide(
    bundleId: string,
    fileId: string,
    request: BundledFileRequest,
    opened: OpenedLink | null,
  ): Promise<BundleGate | null> {
    try {
      const bundle = await this.bundles.findEvenExpired(bundleId);
      if (!(await this.bundles.contains(bundleId, fileId))) return null;
      if (request.bundleId === null && this.isEndedForViewer(request, bundle, fileId)) return null;
      return { bundleId, refusal: this.refusalOf(bundle, request, opened, fileId) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code } = error as AppError;
      return code === 'bundles.expired' ? { bundleId, refusal: code } : null;
    }
  }

  private pass(bundle: Readonly<Bundle>, request: BundleRequest, proven: OpenedLink | null): OpenedBundle {
    const opened = proven?.link.bundleId === bundle.id ? proven : null;
    const refusal = this.refusalOf(bundle, request, opened);
    if (refusal !== null) throw new AppError(refusal);
    return { bundle, isOwner: isOwner(bundle, request), opened };
  }

  /**
   * Whether the token was issued for the external viewer, and not for this file or not for now. Such a token must not
   * name even a bundle without a password: it would open the file after its five minutes.
   */
  private isEndedForViewer({ token }: BundleRequest, bundle: Readonly<Bundle>, fileId: string): boolean {
    if (typeof token !== 'string') return false;
    const named = subjectNamedBy(token);
    if (named?.kind !== 'bundle' || named.fileId === undefined) return false;
    return !this.tokens.proves(token, bundleSubject(bundle, fileId));
  }

  private refusalOf(
    bundle: Readonly<Bundle>,
    request: BundleRequest,
    proven: OpenedLink | null,
    fileId?: string,
  ) {
    const { action, token, isMachine } = request;
    const proves = (subject: TokenSubject) => typeof token === 'string' && this.tokens.proves(token, subject);
    const opened = proven?.link.bundleId === bundle.id ? proven : null;
    return bundleRefusalOf({
      action,
      bundle,
      isMachine: isMachine ?? false,
      now: this.clock.now(),
      opened,
      isOwner: isOwner(bundle, request),
      hasBundleToken:
        proves(bundleSubject(bundle)) || (fileId !== undefined && proves(bundleSubject(bundle, fileId))),
    });
  }
}

function isOwner(bundle: Readonly<Bundle>, { caller }: BundleRequest): boolean {
  return caller !== undefined && caller !== null && isOwnedBy(bundle, caller);
}

/** The bundle that a token names. Its token opens the files of the bundle even without `?bundle=`. */
function bundleNamedBy(token: string | null): string | null {
  const subject = token === null ? null : subjectNamedBy(token);
  return subject?.kind === 'bundle' ? subject.id : null;
}
