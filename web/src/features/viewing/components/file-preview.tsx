import { Button } from '@mantine/core';
import { type FileView, previewMessages } from '@waybill/contracts';
import { type ReactNode, Suspense, useState } from 'react';
import { LoadingState } from '../../../components/ui/loading-state.js';
import type { FileAddresses } from '../../../lib/access/file-addresses.js';
import { isBeingMade } from '../../../lib/access/view-only.js';
import { useConfig } from '../../../lib/config/config.api.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import { takeLostFocus } from '../../../lib/pass-focus.js';
import { useReadingReport } from '../reading/use-reading-report.js';
import { ImagePreview } from './image-preview.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import classes from './file-preview.module.css';

const PdfViewer = lazyPart(() => import('../pdf/pdf-viewer.js').then((module) => module.PdfViewer));
const EncryptedDocument = lazyPart(() =>
  import('../pdf/encrypted-document.js').then((module) => module.EncryptedDocument),
);

const TextPreview = lazyPart(() => import('../text/text-preview.js').then((module) => module.TextPreview));
const ArchivePreview = lazyPart(() =>
  import('../archive/archive-preview.js').then((module) => module.ArchivePreview),
);
const ExternalViewer = lazyPart(() => import('./external-viewer.js').then((module) => module.ExternalViewer));
const MediaPlayer = lazyPart(() => import('../media/media-player.js').then((module) => module.MediaPlayer));

/** Kinds whose content may be lower than the frame. */
const wholeKinds = new Set<FileView['preview']['kind']>(['image', 'video', 'audio', 'none']);

/** Kinds whose reading is reported as one page. */
const singlePageKinds = new Set<FileView['preview']['kind']>(['image', 'text', 'archive']);

interface FilePreviewProps {
  readonly file: FileView;
  readonly addresses: FileAddresses;
  /** Height of the frame, any CSS length. */
  readonly height: string;
  /** Shrinks the frame when the content is lower than `height`. */
  readonly fitsContent?: boolean;
  /** Shows Office files without a rendition in the operator's external viewer without being asked to. */
  readonly usesExternalViewer?: boolean;
  /** False where the page has its own download button. */
  readonly offersDownload?: boolean;
  /** False on a link for viewing only. */
  readonly allowDownload?: boolean;
  /** Called when the verification token is no longer valid; absent where none is needed. */
  readonly onDenied?: () => void;
}

/** Preview of a file in the browser (spec §4). */
export function FilePreview(props: FilePreviewProps) {
  const { file, height, fitsContent = false } = props;
  const isWhole = wholeKinds.has(file.preview.kind);
  useReadingReport(props.addresses.reading, singlePageKinds.has(file.preview.kind) ? 1 : null);
  return (
    <div className={classes.frame} style={fitsContent && isWhole ? { maxHeight: height } : { height }}>
      {contentOf(props)}
    </div>
  );
}

function downloadOf({
  addresses,
  offersDownload = true,
  allowDownload = true,
}: FilePreviewProps): OfferedDownload {
  return allowDownload && (offersDownload ? addresses.download : null);
}

function contentOf(props: FilePreviewProps): ReactNode {
  const { file, addresses } = props;
  if (isBeingMade(file)) return <LoadingState label="Preparing the preview…" />;
  switch (file.preview.kind) {
    case 'pdf':
      return pdf(addresses.inline, props);
    case 'image':
      return image(props);
    case 'office':
      return office(props);
    case 'video':
    case 'audio':
      return media(file.preview.kind, props);
    case 'text':
      return text(props);
    case 'archive':
      return archive(props);
    case 'none':
      return <NoPreview message={previewMessages.previewUnsupported} download={downloadOf(props)} />;
  }
}

function image(props: FilePreviewProps): ReactNode {
  const { file, addresses } = props;
  const address = file.preview.hasRendition ? addresses.rendition : addresses.inline;
  return <ImagePreview file={file} address={address} download={downloadOf(props)} />;
}

function media(kind: 'video' | 'audio', props: FilePreviewProps): ReactNode {
  const { file, addresses, onDenied } = props;
  return (
    <Suspense fallback={<LoadingState label="Loading player" />}>
      <MediaPlayer
        kind={kind}
        name={file.originalName}
        address={addresses.inline}
        poster={file.preview.hasThumbnail ? addresses.thumbnail : null}
        download={downloadOf(props)}
        reading={addresses.reading}
        onDenied={onDenied}
      />
    </Suspense>
  );
}

function text(props: FilePreviewProps): ReactNode {
  const { file, addresses, onDenied } = props;
  return (
    <Suspense fallback={<LoadingState label="Loading text" />}>
      <TextPreview
        name={file.originalName}
        size={file.size}
        address={addresses.rendition}
        download={downloadOf(props)}
        onDenied={onDenied}
      />
    </Suspense>
  );
}

function archive(props: FilePreviewProps): ReactNode {
  const { file, addresses, onDenied } = props;
  const { hasRendition, isEncrypted } = file.preview;
  if (!hasRendition) {
    const message = isEncrypted ? previewMessages.archiveEncrypted : previewMessages.createPreviewFailed;
    return <NoPreview message={message} download={downloadOf(props)} />;
  }
  return (
    <Suspense fallback={<LoadingState label="Loading the list of files" />}>
      <ArchivePreview
        name={file.originalName}
        address={addresses.rendition}
        download={downloadOf(props)}
        onDenied={onDenied}
      />
    </Suspense>
  );
}

function office(props: FilePreviewProps): ReactNode {
  const { file, addresses } = props;
  if (file.preview.hasRendition) return pdf(addresses.rendition, props);
  if (file.preview.isEncrypted) return encrypted(props);
  if (props.usesExternalViewer) return external(props);
  return <UnconvertedOffice {...props} />;
}

/** An Office file without a rendition. Sends it to the external viewer, if there is one, only on request. */
function UnconvertedOffice(props: FilePreviewProps) {
  const { officeViewer } = useConfig();
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <div ref={takeLostFocus} tabIndex={-1} className={classes.external}>
      {external(props)}
    </div>
  ) : (
    <NoPreview
      message={previewMessages.officeFailed}
      download={downloadOf(props)}
      action={
        officeViewer && (
          <Button variant="subtle" onClick={() => setShown(true)}>
            Try another viewer
          </Button>
        )
      }
    />
  );
}

function external(props: FilePreviewProps): ReactNode {
  const { file, addresses } = props;
  return (
    <Suspense fallback={<LoadingState label="Loading document" />}>
      <ExternalViewer address={addresses.viewer} name={file.originalName} download={downloadOf(props)} />
    </Suspense>
  );
}

function encrypted(props: FilePreviewProps): ReactNode {
  return (
    <Suspense fallback={<LoadingState label="Loading document" />}>
      <EncryptedDocument rendition={props.addresses.rendition} {...viewerOf(props)} />
    </Suspense>
  );
}

function pdf(url: string, props: FilePreviewProps): ReactNode {
  return (
    <Suspense fallback={<LoadingState label={previewMessages.pdfLoading} />}>
      <PdfViewer url={url} {...viewerOf(props)} />
    </Suspense>
  );
}

function viewerOf(props: FilePreviewProps) {
  const { file, addresses, onDenied } = props;
  const { size, originalName: name } = file;
  return { size, name, download: downloadOf(props), reading: addresses.reading, onDenied };
}
