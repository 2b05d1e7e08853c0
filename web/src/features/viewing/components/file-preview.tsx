import { type FileView, sentences } from '@waybill/contracts';
import { lazy, type ReactNode, Suspense } from 'react';
import { Waiting } from '../../../components/ui/states.js';
import type { FileAddresses } from '../../../lib/access/file-addresses.js';
import { ImagePreview } from './image-preview.js';
import { NoPreview } from './no-preview.js';
import classes from './file-preview.module.css';

const PdfViewer = lazy(() =>
  import('../pdf/pdf-viewer.js').then((module) => ({ default: module.PdfViewer })),
);

/**
 * A file as it can be shown in the browser (spec §4).
 * `height`: of the frame, any CSS length; with `hugs`, what needs less takes less. `onDenied`: the proof of the password is no longer good; absent where none is needed.
 */
export function FilePreview({
  file,
  addresses,
  height,
  hugs = false,
  onDenied,
}: {
  file: FileView;
  addresses: FileAddresses;
  height: string;
  hugs?: boolean;
  onDenied?: () => void;
}) {
  return (
    <div className={classes.frame} style={hugs && isStill(file) ? { maxHeight: height } : { height }}>
      {contentOf(file, addresses, onDenied)}
    </div>
  );
}

/** Shown whole, so that it may be smaller than its frame. */
function isStill({ preview }: FileView): boolean {
  return preview.kind === 'image' || preview.kind === 'none';
}

function contentOf(file: FileView, addresses: FileAddresses, onDenied?: () => void): ReactNode {
  const { kind, hasRendition, state } = file.preview;
  const pdf = (url: string) => (
    <Suspense fallback={<Waiting label={sentences.pdfLoading} />}>
      <PdfViewer url={url} name={file.originalName} download={addresses.download} onDenied={onDenied} />
    </Suspense>
  );
  if (kind === 'pdf') return pdf(addresses.inline);
  if (kind === 'image') return <ImagePreview file={file} addresses={addresses} />;
  if (kind === 'office' && hasRendition) return pdf(addresses.rendition);
  if (kind === 'office' && state === 'pending') return <Waiting label="Preparing the preview…" />;
  return (
    <NoPreview
      message={kind === 'office' ? sentences.officeFailed : sentences.previewUnsupported}
      download={addresses.download}
    />
  );
}
