import { Injectable } from '@nestjs/common';
import { BundleLookupService } from '../bundle/bundle-lookup.service.js';
import type { Link } from '../link/link.entity.js';
import { LinkLookupService, type OpenedLink } from '../link/link-lookup.service.js';
import { VerificationTokensService, linkSubject } from './verification-tokens.service.js';
import { subjectNamedBy } from './verification-tokens.js';

/** Resolves the token of a link to the link and its opening. */
@Injectable()
export class OpenedLinksService {
  constructor(
    private readonly links: LinkLookupService,
    private readonly bundles: BundleLookupService,
    private readonly tokens: VerificationTokensService,
  ) {}

  /**
   * The opening of a link that a token proves; null for any other token. The link may have ended.
   * @param fileId the file to open. The token that the external viewer gets proves nothing for another file or a
   * bundle.
   */
  async provenBy(token: string | null, fileId?: string): Promise<OpenedLink | null> {
    const named = token === null ? null : subjectNamedBy(token);
    if (token === null || named?.kind !== 'link' || named.session === undefined) return null;
    if (named.fileId !== undefined && named.fileId !== fileId) return null;
    const opened = await this.links.findOpened(named.id, named.session);
    if (!opened) return null;
    return this.tokens.proves(token, linkSubject(opened.link, named.session, named.fileId)) ? opened : null;
  }

  /** Whether the link is one of the file, or of the available bundle that the file is in. */
  async opensFile({ fileId: linked, bundleId }: Pick<Link, 'fileId' | 'bundleId'>, fileId: string) {
    if (bundleId === null) return linked === fileId;
    return (await this.bundles.isAvailable(bundleId)) && this.bundles.contains(bundleId, fileId);
  }
}
