import { initialPreviewState, previewKindOf } from './preview-kind.js';

describe('previewKindOf and initialPreviewState', () => {
  it.each([
    ['application/pdf', 'pdf', 'pending'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office', 'pending'],
    ['application/msword', 'office', 'pending'],
    ['application/vnd.ms-excel', 'office', 'pending'],
    ['application/vnd.ms-powerpoint', 'office', 'pending'],
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'office', 'pending'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'office', 'pending'],
    ['application/vnd.oasis.opendocument.text', 'office', 'pending'],
    ['application/vnd.oasis.opendocument.graphics', 'office', 'pending'],
    ['application/rtf', 'office', 'pending'],
    ['text/rtf', 'office', 'pending'],
    ['image/png', 'image', 'pending'],
    ['image/bmp', 'image', 'pending'],
    ['image/tiff', 'image', 'pending'],
    ['image/svg+xml', 'image', 'pending'],
    ['image/jpx', 'image', 'pending'],
    ['image/j2c', 'image', 'pending'],
    ['image/vnd.djvu', 'image', 'none'],
    ['image/x-canon-cr2', 'image', 'none'],
    ['image/emf', 'image', 'none'],
    ['image/heif-sequence', 'image', 'none'],
    ['image/x-icon', 'image', 'none'],
    ['image/apng', 'image', 'none'],
    ['video/mp4', 'video', 'pending'],
    ['audio/mpeg', 'audio', 'none'],
    ['application/zip', 'archive', 'pending'],
    ['application/epub+zip', 'archive', 'pending'],
    ['message/rfc822', 'text', 'ready'],
    ['text/plain', 'text', 'ready'],
    ['text/html', 'text', 'ready'],
    ['application/json', 'text', 'ready'],
    ['application/xhtml+xml', 'text', 'ready'],
    ['application/vnd.google-earth.kml+xml', 'text', 'ready'],
    ['application/x-ipynb+json', 'text', 'ready'],
    ['application/hjson', 'text', 'ready'],
    ['application/mbox', 'text', 'ready'],
    ['application/pgp-keys', 'text', 'ready'],
    ['audio/x-mpegurl', 'text', 'ready'],
    ['model/obj', 'text', 'ready'],
    ['application/octet-stream', 'none', 'none'],
    ['toString', 'none', 'none'],
  ])('returns for %s the kind %s and the state %s', (mimeType, kind, state) => {
    expect(previewKindOf(mimeType, 'a')).toBe(kind);
    expect(initialPreviewState(mimeType, 'a')).toBe(state);
  });

  it.each([
    ['photos.tar.gz', 'application/gzip', 'archive', 'pending'],
    ['photos.TGZ', 'application/gzip', 'archive', 'pending'],
    ['photos.tar.bz2', 'application/x-bzip2', 'archive', 'pending'],
    ['photos.tar (1).gz', 'application/gzip', 'archive', 'pending'],
    ['photos.tbz', 'application/x-bzip2', 'archive', 'pending'],
    ['photos.txz', 'application/x-xz', 'archive', 'pending'],
    ['photos.tar', 'application/x-tar', 'archive', 'pending'],
    ['dump.sql.gz', 'application/gzip', 'none', 'none'],
    ['drawing.svgz', 'application/gzip', 'none', 'none'],
    ['log.bz2', 'application/x-bzip2', 'none', 'none'],
    ['guitar.xz', 'application/x-xz', 'none', 'none'],
  ])('takes a compressed file for an archive only by its name: %s', (name, mimeType, kind, state) => {
    expect(previewKindOf(mimeType, name)).toBe(kind);
    expect(initialPreviewState(mimeType, name)).toBe(state);
  });
});
