/** Like `uiMessages`, for previews of files. A module of its own, because the first page does not need them. */
export const previewMessages = {
  createPreviewFailed: 'Failed to load document preview',
  officeLoadFailed: 'Failed to load document. Please try refreshing the page.',
  officeFailed: 'Failed to load document',
  pdfLoading: 'Loading PDF...',
  archiveEncrypted: 'The list of files in this archive has a password',
  documentEncrypted: 'This document has a password of its own',
  previewUnsupported: 'Preview not available for this file type',
} as const;
