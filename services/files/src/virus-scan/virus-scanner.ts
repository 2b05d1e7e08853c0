export type ScanResult =
  | { readonly outcome: 'clean' }
  /** `finding`: name of what was found. */
  | { readonly outcome: 'infected'; readonly finding: string };

/** The scanner did not give a result: it is unavailable, failed, or refuses so large a file. */
export class ScanFailedError extends Error {
  override readonly name = 'ScanFailedError';
}

/** The scanner does not reply in time. It hangs, or it reads new signatures. */
export class ScannerSilentError extends ScanFailedError {}

/** Searches bytes for malware. */
export abstract class VirusScanner {
  /**
   * To be called before a scan. A scanner that hangs is detected here within seconds. The scan itself has a timeout of
   * minutes, because the time that a file takes is unknown.
   * @throws ScanFailedError
   */
  abstract requireAvailable(): Promise<void>;

  /**
   * Reads `bytes` at the pace of the scanner; memory does not depend on their number.
   * @throws ScanFailedError
   */
  abstract scan(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult>;
}
