export interface VirusScanModuleOptions {
  /** Address of clamd, `tcp://host:port` or `unix:///path`. Null: files are not scanned. */
  readonly clamdUrl: URL | null;
  /** `allow`: a file whose scan failed can be opened until a later scan has a result. */
  readonly onFailure: 'block' | 'allow';
}

/** Injection token of VirusScanModuleOptions. */
export const VIRUS_SCAN_MODULE_OPTIONS = Symbol('virus scan module options');
