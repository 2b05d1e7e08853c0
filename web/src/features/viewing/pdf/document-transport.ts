import { pdfjs } from 'react-pdf';
import { type FetchedRange, fetchRange, fetchWhole } from './fetch-range.js';

/**
 * Starts to load a document for pdf.js, which never repeats a request of its own: after one that failed, it waits for
 * the bytes for ever. `rangeSize`: fetches only the needed ranges, of this number of bytes; null: fetches all in one
 * request, and in ranges what is needed earlier or did not arrive. `onFailed`: bytes did not arrive.
 */
export async function openDocument(
  address: string,
  rangeSize: number | null,
  signal: AbortSignal,
  onFailed: (error: unknown) => void,
): Promise<pdfjs.PDFDataRangeTransport> {
  const fetchBytes = (begin: number, end: number) => fetchRange(address, begin, end, signal);
  if (rangeSize !== null) {
    const { bytes, total } = await fetchBytes(0, rangeSize);
    return new DocumentTransport(total, bytes, fetchBytes, onFailed);
  }
  const response = await fetchWhole(address, signal);
  const length = lengthOf(response);
  if (length === null || !response.body) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return new DocumentTransport(bytes.length, bytes, fetchBytes, onFailed);
  }
  const transport = new DocumentTransport(length, null, fetchBytes, onFailed);
  void transport.read(response.body);
  return transport;
}

class DocumentTransport extends pdfjs.PDFDataRangeTransport {
  private isAborted = false;

  /** `bytes`: the first ones; null if they arrive by `read`. */
  constructor(
    length: number,
    bytes: Uint8Array | null,
    private readonly fetchBytes: (begin: number, end: number) => Promise<FetchedRange>,
    private readonly onFailed: (error: unknown) => void,
  ) {
    super(length, bytes, bytes !== null);
  }

  override requestDataRange(begin: number, end: number): void {
    this.fetchBytes(begin, end).then(
      ({ bytes }) => {
        if (!this.isAborted) this.onDataRange(begin, bytes);
      },
      (error: unknown) => {
        if (!this.isAborted) this.onFailed(error);
      },
    );
  }

  override abort(): void {
    this.isAborted = true;
  }

  /** Passes on what arrives. The rest of a connection that breaks off is fetched in ranges, once it is needed. */
  async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.onDataProgressiveRead(part.value);
      }
    } catch {
      // The ranges report it.
    }
    this.onDataProgressiveDone();
  }
}

/** Length of a body that is neither compressed nor sent without its length. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
}
