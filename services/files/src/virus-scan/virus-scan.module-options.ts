export interface VirusScanModuleOptions {
  /** Address of clamd, `tcp://host:port` or `unix:///path`. Null: files are not scanned. */
  readonly clamdUrl: URL | null;
  /** `allow`: a file that cannot be scanned now can be opened until its scan. */
  readonly onFailure: 'block' | 'allow';
}

/** Injection token of VirusScanModuleOptions. */
export const VIRUS_SCAN_MODULE_OPTIONS = Symbol('virus scan module options');
