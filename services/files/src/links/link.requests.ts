import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  changeLink,
  countLinkDownload,
  createLink,
  createRecipientLink,
  findLink,
  getLink,
  getLinkSlug,
  type InputOf,
  listLinks,
  openLink,
  type OutputOf,
  revokeLink,
} from '@waybill/contracts';
import { LinkDownloadsService } from './link-downloads.service.js';
import { LinkListService } from './link-list.service.js';
import { LinkOpeningService } from './link-opening.service.js';
import { LinksService } from './links.service.js';
import { RecipientLinksService } from './recipient-links.service.js';

@Controller()
export class LinkRequests {
  constructor(
    private readonly links: LinksService,
    private readonly recipientLinks: RecipientLinksService,
    private readonly lists: LinkListService,
    private readonly openings: LinkOpeningService,
    private readonly downloads: LinkDownloadsService,
  ) {}

  @Handles(createLink)
  create({ target, caller, settings }: InputOf<typeof createLink>): Promise<OutputOf<typeof createLink>> {
    return this.links.create(target, caller, settings);
  }

  @Handles(listLinks)
  list(input: InputOf<typeof listLinks>): Promise<OutputOf<typeof listLinks>> {
    return this.lists.list(input);
  }

  @Handles(findLink)
  async find({ slug, caller }: InputOf<typeof findLink>): Promise<OutputOf<typeof findLink>> {
    return { link: await this.lists.findBySlug(slug, caller) };
  }

  @Handles(changeLink)
  change({ linkId, caller, settings }: InputOf<typeof changeLink>): Promise<OutputOf<typeof changeLink>> {
    return this.links.change(linkId, caller, settings);
  }

  @Handles(revokeLink)
  async revoke({ linkId, caller }: InputOf<typeof revokeLink>): Promise<OutputOf<typeof revokeLink>> {
    await this.links.revoke(linkId, caller);
    return {};
  }

  @Handles(getLink)
  get(input: InputOf<typeof getLink>): Promise<OutputOf<typeof getLink>> {
    return this.openings.show(input);
  }

  @Handles(createRecipientLink)
  async createForRecipient({
    target,
    caller,
    recipientName,
  }: InputOf<typeof createRecipientLink>): Promise<OutputOf<typeof createRecipientLink>> {
    const link = await this.recipientLinks.create(target, caller, recipientName);
    return { slug: link?.slug ?? null, linkId: link?.id ?? null };
  }

  @Handles(getLinkSlug)
  async getSlug({ linkId }: InputOf<typeof getLinkSlug>): Promise<OutputOf<typeof getLinkSlug>> {
    return { slug: await this.openings.slugOf(linkId) };
  }

  @Handles(openLink)
  open(input: InputOf<typeof openLink>): Promise<OutputOf<typeof openLink>> {
    return this.openings.open(input);
  }

  @Handles(countLinkDownload)
  async countDownload(input: InputOf<typeof countLinkDownload>): Promise<OutputOf<typeof countLinkDownload>> {
    await this.downloads.count(input);
    return {};
  }
}
