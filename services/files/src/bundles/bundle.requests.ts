import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type BundleMetadata,
  type BundleView,
  changeBundle,
  createBundle,
  deleteBundle,
  getBundle,
  getBundleMetadata,
  getOwnedBundle,
  type InputOf,
  listBundles,
  type OutputOf,
  verifyBundlePassword,
} from '@waybill/contracts';
import { BundleAccessService } from '../access/bundle-access.service.js';
import { bundleSubject, VerificationTokensService } from '../access/verification-tokens.service.js';
import { VERIFICATION_TTL_MS } from '../access/verification-tokens.js';
import { PasswordAttemptsService } from '../access/password-attempts.service.js';
import { BundleChangesService } from './bundle-changes.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { BundlesService } from './bundles.service.js';

@Controller()
export class BundleRequests {
  constructor(
    private readonly bundles: BundlesService,
    private readonly changes: BundleChangesService,
    private readonly deletion: BundleDeletionService,
    private readonly access: BundleAccessService,
    private readonly attempts: PasswordAttemptsService,
    private readonly tokens: VerificationTokensService,
  ) {}

  @Handles(createBundle)
  create(input: InputOf<typeof createBundle>): Promise<BundleView> {
    return this.changes.create(input);
  }

  @Handles(listBundles)
  list(input: InputOf<typeof listBundles>): Promise<OutputOf<typeof listBundles>> {
    return this.bundles.list(input);
  }

  @Handles(getBundle)
  get(input: InputOf<typeof getBundle>): Promise<OutputOf<typeof getBundle>> {
    return this.bundles.get(input);
  }

  @Handles(getOwnedBundle)
  getOwned({ bundleId, caller }: InputOf<typeof getOwnedBundle>): Promise<BundleView> {
    return this.bundles.getOwned(bundleId, caller);
  }

  @Handles(getBundleMetadata)
  metadata(input: InputOf<typeof getBundleMetadata>): Promise<BundleMetadata> {
    return this.bundles.metadata(input);
  }

  @Handles(changeBundle)
  change(input: InputOf<typeof changeBundle>): Promise<BundleView> {
    return this.changes.change(input);
  }

  @Handles(deleteBundle)
  async delete(input: InputOf<typeof deleteBundle>): Promise<OutputOf<typeof deleteBundle>> {
    await this.deletion.delete(input);
    return {};
  }

  @Handles(verifyBundlePassword)
  async verify({
    bundleId,
    password,
    address,
    ...request
  }: InputOf<typeof verifyBundlePassword>): Promise<OutputOf<typeof verifyBundlePassword>> {
    const { bundle } = await this.access.open(bundleId, { ...request, action: 'verify-password' });
    const { passwordHash } = bundle;
    if (passwordHash !== null) await this.attempts.verify(bundle, passwordHash, password, address);
    return { verified: true, token: this.tokens.issue(bundleSubject(bundle), VERIFICATION_TTL_MS) };
  }
}
