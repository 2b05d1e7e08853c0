import { randomUUID } from 'node:crypto';
import {
  type Caller,
  changeFileSettings,
  changeLink,
  countLinkDownload,
  createBundle,
  createLink,
  getLink,
  type InputOf,
  type LinkSettings,
  listLinks,
  openBundleArchive,
  openBundledFiles,
  openFile,
  openLink,
  type OpenLink,
} from '@waybill/contracts';
import { type FilesTestApp, stranger } from './files-test-app.js';

/** Requests about links, as tests send them. */
export class LinkTestKit {
  constructor(
    private readonly files: FilesTestApp,
    private readonly owner: Caller,
  ) {}

  /** A file with one further link. */
  async linked(settings: LinkSettings = {}, caller = this.owner) {
    const file = await this.files.file(caller, { name: 'plan.pdf', mimeType: 'application/pdf' });
    return { fileId: file.id, link: await this.make(file.id, settings, caller) };
  }

  make(fileId: string, settings: LinkSettings = {}, caller = this.owner) {
    const target = { kind: 'file', id: fileId } as const;
    return this.files.request(createLink, { target, caller, settings });
  }

  change(linkId: string, settings: LinkSettings, caller = this.owner) {
    return this.files.request(changeLink, { linkId, caller, settings });
  }

  async list(fileId: string, caller = this.owner) {
    const target = { kind: 'file', id: fileId } as const;
    return (await this.files.request(listLinks, { target, caller, cursor: null })).links;
  }

  /** A bundle of two files, the first with a password of its own, with one further link. */
  async linkedBundle(settings: LinkSettings = {}, caller = this.owner) {
    const first = await this.files.file(caller, { name: 'a.pdf', mimeType: 'application/pdf' });
    const second = await this.files.file(caller, { name: 'b.txt' });
    const fileIds = [first.id, second.id];
    await this.files.request(changeFileSettings, { fileId: first.id, caller, settings: { password: 'own' } });
    const { id: bundleId } = await this.files.request(createBundle, {
      caller,
      form: { name: 'Offer', fileIds },
    });
    const target = { kind: 'bundle', id: bundleId } as const;
    return { bundleId, fileIds, link: await this.files.request(createLink, { target, caller, settings }) };
  }

  async listOfBundle(id: string, caller = this.owner) {
    const target = { kind: 'bundle', id } as const;
    return (await this.files.request(listLinks, { target, caller, cursor: null })).links;
  }

  openArchive(bundleId: string, token: string | null, isMachine = false, caller = stranger) {
    return this.files.request(openBundleArchive, { bundleId, token, caller, isMachine });
  }

  /** Downloads the archive like the gateway: its description, then the count, then tickets. */
  async downloadArchive(bundleId: string, token: string, isResume = false): Promise<void> {
    const { linkId, linkSession, files } = await this.openArchive(bundleId, token);
    if (linkId === undefined || linkSession === undefined) throw new Error('Not opened by a link');
    const download = { linkId, session: linkSession, targetId: bundleId, isResume };
    await this.files.request(countLinkDownload, download);
    const fileIds = files.map(({ fileId }) => fileId);
    await this.files.request(openBundledFiles, { bundleId, token, caller: stranger, fileIds });
  }

  show(slug: string, token: string | null = null) {
    return this.files.request(getLink, { slug, token });
  }

  tryOpen(slug: string, form: OpenLink = {}, caller = stranger, isBot = false) {
    const id = form.visit ?? randomUUID();
    const visit = { id, key: `page:${id}`, userAgent: 'Firefox', referer: '', via: null };
    return this.files.request(openLink, { slug, caller, form, visit: { ...visit, ...(isBot && { isBot }) } });
  }

  async open(slug: string, form: OpenLink = {}) {
    const { opened } = await this.tryOpen(slug, form);
    if (!opened) throw new Error('A code was mailed');
    return opened;
  }

  fetch(fileId: string, token: string | null, more: Partial<InputOf<typeof openFile>> = {}) {
    return this.files.request(openFile, { fileId, token, caller: stranger, variant: 'original', ...more });
  }

  /** Downloads like the gateway: a ticket, then the count, then bytes. */
  async download(fileId: string, token: string, isResume = false): Promise<void> {
    const { linkId, linkSession } = await this.fetch(fileId, token);
    if (linkId === undefined || linkSession === undefined) throw new Error('Not opened by a link');
    const download = { linkId, session: linkSession, targetId: fileId, isResume };
    await this.files.request(countLinkDownload, download);
  }
}
