import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { BundleLookupService } from '../bundle/bundle-lookup.service.js';
import type { Bundle } from '../bundle/bundle.entity.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import type { AccessRequest, BundleGate } from './access-context.js';
import { AccessTokensService, bundleSubject } from './access-tokens.service.js';
import { subjectNamedBy } from './access-tokens.js';

type BundleRequest = Pick<AccessRequest, 'caller' | 'token'>;

/** Decides who may open a bundle, and with it the files in it. */
@Injectable()
export class BundleAccessService {
  constructor(
    private readonly bundles: BundleLookupService,
    private readonly tokens: AccessTokensService,
  ) {}

  /** @throws AppError `bundles.not-found`, `bundles.expired`, or the code of the gate that refuses */
  async open(
    bundleId: string,
    request: BundleRequest,
  ): Promise<{ bundle: Readonly<Bundle>; isOwner: boolean }> {
    const bundle = await this.bundles.find(bundleId);
    const refusal = this.refusalOf(bundle, request);
    if (refusal !== null) throw new AppError(refusal);
    return { bundle, isOwner: isOwner(bundle, request) };
  }

  /**
   * What the bundle through which a file is opened says: the code to refuse with, or null to let in.
   * @returns null when the file is not opened through a bundle that it is in
   */
  async gateFor(
    fileId: string,
    request: BundleRequest & Pick<AccessRequest, 'bundleId'>,
  ): Promise<BundleGate | null> {
    if (request.bundleId !== null) return this.decide(request.bundleId, fileId, request);
    const named = bundleNamedBy(request.token);
    const gate = named === null ? null : await this.decide(named, fileId, request);
    // Only `?bundle=` asks for the bundle's gate. Without it, a token of the bundle opens and never refuses.
    return gate?.refusal === null ? gate : null;
  }

  private async decide(bundleId: string, fileId: string, request: BundleRequest): Promise<BundleGate | null> {
    try {
      const bundle = await this.bundles.find(bundleId);
      if (!(await this.bundles.contains(bundleId, fileId))) return null;
      return { bundleId, refusal: this.refusalOf(bundle, request) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code } = error as AppError;
      return code === 'bundles.expired' ? { bundleId, refusal: code } : null;
    }
  }

  private refusalOf(bundle: Readonly<Bundle>, request: BundleRequest): ErrorCode | null {
    if (isOwner(bundle, request)) return null;
    // A bundle whose first link is switched off does not exist for strangers.
    if (!bundle.isFirstLinkActive) return 'bundles.not-found';
    if (bundle.passwordHash === null) return null;
    const { token } = request;
    const isProven = token !== null && this.tokens.proves(token, bundleSubject(bundle));
    return isProven ? null : 'files.password-required';
  }
}

function isOwner(bundle: Readonly<Bundle>, { caller }: BundleRequest): boolean {
  return caller !== null && isOwnedBy(bundle, caller);
}

/** A token of a bundle opens its files without `?bundle=`, too. */
function bundleNamedBy(token: string | null): string | null {
  const subject = token === null ? null : subjectNamedBy(token);
  return subject?.kind === 'bundle' ? subject.id : null;
}
