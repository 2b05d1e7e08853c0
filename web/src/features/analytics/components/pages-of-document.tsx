import '../../../lib/pdf-worker.js';
import type { AnalyticsReport } from '@waybill/contracts';
import type { ReactNode } from 'react';
import { Document, Thumbnail } from 'react-pdf';
import { addressesOf } from '../../../lib/access/file-addresses.js';

const WIDTH = 44;

/** Renders content with thumbnails of the document's pages, or without them if it cannot be displayed. */
export function PagesOfDocument({
  file,
  render,
}: {
  file: AnalyticsReport['file'];
  render: (picture: (page: number) => ReactNode) => ReactNode;
}) {
  // No visit: the owner's own screen must not count as one.
  const { inline, rendition } = addressesOf(file.id, null);
  const plain = render(() => null);
  return (
    <Document
      file={file.mimeType === 'application/pdf' ? inline : rendition}
      suspense={false}
      loading={plain}
      error={plain}
    >
      {render((page) => (
        <Thumbnail pageNumber={page} width={WIDTH} loading={null} error={null} />
      ))}
    </Document>
  );
}
