import '../../../lib/pdf-worker.js';
import type { AnalyticsReport } from '@waybill/contracts';
import type { ReactNode } from 'react';
import { Document, Thumbnail } from 'react-pdf';
import { addressesOf } from '../../../lib/access/file-addresses.js';

const WIDTH = 44;

/** Content with small pictures of the document's pages; without them where it cannot be drawn. */
export function PagesOfDocument({
  file,
  render,
}: {
  file: AnalyticsReport['file'];
  render: (picture: (page: number) => ReactNode) => ReactNode;
}) {
  // The owner's own screen, which counts as no visit.
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
