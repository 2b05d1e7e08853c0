import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';
import '../../../lib/pdf-worker.js';
import { useElementSize } from '@mantine/hooks';
import { previewMessages, uiMessages } from '@waybill/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Document, type pdfjs } from 'react-pdf';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { useReadingReport } from '../reading/use-reading-report.js';
import { Attempts, FailedPreview } from '../attempts.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import { DocumentPassword } from './document-password.js';
import { openDocument } from './document-transport.js';
import { RefusedBytes } from './fetch-range.js';
import { PdfPage } from './pdf-page.js';
import { PdfToolbar } from './pdf-toolbar.js';
import { usePageInView } from './use-page-in-view.js';
import classes from './pdf-viewer.module.css';

/** Data files of pdf.js, served from this origin. */
const dataFiles = {
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
};

/** Options for a large file: fetches only the ranges of visible pages. A small file is faster in one request. */
const inRanges = { ...dataFiles, disableAutoFetch: true, disableStream: true, rangeChunkSize: 512 * 1024 };
const LARGE_BYTES = 24 * 1024 * 1024;

const GUTTER = 32;
const MAX_PAGE_WIDTH = 1000;

/** Request of pdf.js for the password of the document. */
interface PasswordRequest {
  readonly answer: (password: string) => void;
  readonly attempt: number;
}

interface PdfViewerProps {
  readonly url: string;
  /** Size of the file, in bytes. */
  readonly size: number;
  readonly name: string;
  /** Address of the original file; null where the page offers it already. */
  readonly download: OfferedDownload;
  /** Address that reports of the read pages are sent to; null on the owner's own screens. */
  readonly reading?: string | null;
  /** Called when the verification token is no longer valid. */
  readonly onDenied?: () => void;
}

/**
 * PDF viewer with the pages in one column. Pages far from the viewport are empty frames, so a thousand pages cost
 * no more than ten.
 */
export function PdfViewer(props: PdfViewerProps) {
  return <Attempts>{(onRetry) => <Viewer {...props} onRetry={onRetry} />}</Attempts>;
}

function Viewer({
  url,
  size,
  name,
  download,
  reading = null,
  onDenied,
  onRetry,
}: PdfViewerProps & { onRetry: () => void }) {
  const [pageCount, setPageCount] = useState(0);
  const [zoom, setZoom] = useState(1);
  const isLarge = size > LARGE_BYTES;
  const { source, failure, setFailure } = useDocument(url, isLarge, onDenied);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const { page, onScroll, goTo } = usePageInView(scroller);
  useReadingReport(reading, pageCount > 0 ? page : null);
  const [password, setPassword] = useState<PasswordRequest | null>(null);
  const [gaveUp, setGaveUp] = useState(false);

  function fitPage() {
    const view = scroller.current;
    const current = view?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (!view || !current) return;
    const fits = Math.min(
      (view.clientHeight - GUTTER) / current.offsetHeight,
      (view.clientWidth - GUTTER) / current.offsetWidth,
    );
    // Resize the pages synchronously, so that `goTo` scrolls to their new positions.
    flushSync(() => setZoom(zoom * fits));
    goTo(page);
  }

  if (gaveUp) return <NoPreview message={previewMessages.documentEncrypted} download={download} />;
  if (failure) {
    // Bytes that are no document stay so.
    const isBroken = failure.name === 'InvalidPDFException';
    return <FailedPreview download={download} onRetry={isBroken ? undefined : onRetry} />;
  }

  const pageWidth = Math.min(MAX_PAGE_WIDTH, Math.max(0, width - GUTTER)) * zoom;
  return (
    <div className={classes.viewer}>
      <PdfToolbar
        page={page}
        pageCount={pageCount}
        onGoTo={goTo}
        zoom={zoom}
        onZoom={setZoom}
        onFitPage={fitPage}
      />
      <div
        className={classes.scroller}
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={name}
      >
        <div ref={measured}>
          <Document
            file={source}
            // With suspense, an error would replace the whole page.
            suspense={false}
            options={isLarge ? inRanges : dataFiles}
            loading={
              password ? (
                <DocumentPassword
                  key={password.attempt}
                  error={password.attempt > 1 ? uiMessages.incorrectPassword : null}
                  onSubmit={password.answer}
                  onCancel={() => setGaveUp(true)}
                />
              ) : (
                <LoadingState label={previewMessages.pdfLoading} />
              )
            }
            onPassword={(answer) =>
              setPassword((earlier) => ({ answer, attempt: (earlier?.attempt ?? 0) + 1 }))
            }
            externalLinkTarget="_blank"
            onLoadSuccess={({ numPages }) => setPageCount(numPages)}
            onLoadError={setFailure}
            // Until the first bytes have arrived.
            noData={<LoadingState label={previewMessages.pdfLoading} />}
            className={classes.pages}
          >
            {width > 0 &&
              Array.from({ length: pageCount }, (_, index) => (
                <PdfPage key={index} number={index + 1} width={pageWidth} scroller={scroller} />
              ))}
          </Document>
        </div>
      </div>
    </div>
  );
}

/** Loads the document. `source` is null until its first bytes have arrived. */
function useDocument(url: string, isLarge: boolean, onDenied?: () => void) {
  const [source, setSource] = useState<{ readonly range: pdfjs.PDFDataRangeTransport } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const onBytesFailed = useEffectEvent((error: unknown) => {
    if (onDenied && error instanceof RefusedBytes && error.status === 401) onDenied();
    else setFailure(error instanceof Error ? error : new Error(String(error)));
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onFailed = (error: unknown) => {
      if (!signal.aborted) onBytesFailed(error);
    };
    openDocument(url, isLarge ? inRanges.rangeChunkSize : null, signal, onFailed).then(
      (range) => setSource({ range }),
      onFailed,
    );
    return () => leaving.abort();
  }, [url, isLarge]);
  return { source, failure, setFailure };
}
