import type { BundleMetadata, FileMetadata } from '@waybill/contracts';
import {
  bundlePreviewOf,
  filePreviewOf,
  linkPreviewOf,
  pagePreviewOf,
  requestPreviewOf,
  withLinkPreview,
} from './link-preview.js';

const file: FileMetadata = {
  id: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  originalName: 'Plan.pdf',
  size: 10,
  mimeType: 'application/pdf',
  createdAt: '2026-01-01T00:00:00.000Z',
  deleteAt: null,
  isPasswordProtected: false,
  preview: 'pdf',
};
const page =
  '<html><head><title>Waybill</title><meta name="description" content="x" /></head><body></body></html>';
const rendered = (metadata: FileMetadata) =>
  withLinkPreview(page, filePreviewOf(metadata, 'https://waybill.example'));

describe('filePreviewOf', () => {
  it('shows the name and the first page of an unprotected file', () => {
    const html = rendered(file);
    expect(html).toContain('<title>Plan.pdf · Waybill</title>');
    expect(html).toContain(`content="https://waybill.example/api/files/${file.id}/thumbnail"`);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
  });

  it('reveals neither name nor thumbnail of a protected file', () => {
    const html = rendered({ ...file, isPasswordProtected: true });
    expect(html).not.toContain('Plan.pdf');
    expect(html).not.toContain('thumbnail');
  });

  it('escapes markup in a file name', () => {
    const html = rendered({ ...file, originalName: '"><script>alert(1)</script> $& $1' });
    expect(html).not.toContain('<script>');
    expect(html).toContain('$&#38; $1');
  });
});

describe('pagePreviewOf', () => {
  const tagsOf = (path: string) => withLinkPreview(page, pagePreviewOf(path, 'https://waybill.example'));

  it('describes a public page and names its canonical URL', () => {
    const html = tagsOf('/pdf');
    expect(html).toContain('<title>Share a PDF as a link · Waybill</title>');
    expect(html).toContain('<link rel="canonical" href="https://waybill.example/pdf">');
    expect(html).toContain('<meta property="og:title" content="Share a PDF as a link">');
    expect(html).not.toContain('noindex');
  });

  it.each([
    '/account',
    '/6f9619ff-8b86-4d11-b42d-00c04fc964ff/share',
    '/nothing',
    '/constructor',
    '/mailbox',
  ])('gives %s the default title and keeps it out of search engines', (path) => {
    const html = tagsOf(path);
    expect(html).toContain('<title>Waybill</title>');
    expect(html).toContain('noindex');
  });

  it('escapes markup in a path', () => {
    expect(tagsOf('/"><script>alert(1)</script>')).not.toContain('<script>');
  });
});

describe('bundlePreviewOf', () => {
  const bundle = { id: file.id, name: 'Offer', fileCount: 2, isPasswordProtected: false };
  const preview = (changes: Partial<BundleMetadata> = {}) =>
    bundlePreviewOf({ ...bundle, ...changes }, 'https://waybill.example');

  it('shows the name and the number of files', () => {
    expect(preview()).toMatchObject({
      title: 'Offer',
      description: expect.stringMatching(/^2 files\. /),
      url: `https://waybill.example/b/${file.id}`,
    });
    expect(preview({ fileCount: 1 }).description).toMatch(/^1 file\. /);
  });

  it('reveals neither name nor number of files of a protected bundle', () => {
    const hidden = preview({ name: null, fileCount: null, isPasswordProtected: true });
    expect(hidden.title).toBe('Protected files');
    expect(hidden.description).not.toMatch(/\d/);
  });
});

describe('linkPreviewOf', () => {
  const nothing = { password: false, email: false, code: false };

  it('reveals nothing of the target while a gate is not passed', () => {
    const link = { needs: { ...nothing, email: true }, target: null, allowDownload: true };
    expect(linkPreviewOf(link, 'abc', 'https://waybill.example')).toEqual({
      title: 'A protected link',
      description: 'Open the link and enter your email address.',
      url: 'https://waybill.example/l/abc',
      image: null,
      isListed: false,
    });
  });
});

describe('requestPreviewOf', () => {
  const request = { slug: 'plans', title: 'Your plans', askedBy: 'Ada Harbour' };

  it('shows who asks and for what', () => {
    expect(requestPreviewOf(request, 'https://waybill.example')).toEqual({
      title: 'Your plans',
      description: 'Ada Harbour asks you for files. Send them in your browser, no sign up required.',
      url: 'https://waybill.example/r/plans',
      image: null,
      isListed: false,
    });
    const { description } = requestPreviewOf({ ...request, askedBy: null }, 'https://waybill.example');
    expect(description).toMatch(/^Somebody asks/);
  });
});
