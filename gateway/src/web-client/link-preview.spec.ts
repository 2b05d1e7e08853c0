import type { FileMetadata } from '@waybill/contracts';
import { linkPreviewOf, pagePreviewOf, withLinkPreview } from './link-preview.js';

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
  withLinkPreview(page, linkPreviewOf(metadata, 'https://waybill.example'));

describe('linkPreviewOf', () => {
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
