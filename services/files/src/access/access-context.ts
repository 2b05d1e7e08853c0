import type { Caller, ErrorCode } from '@waybill/contracts';
import type { SharedFile } from '../file/shared-file.entity.js';
import type { OpenedLink } from '../link/link-lookup.service.js';

/** The action of a caller on a file or bundle. Each gate decides for which actions it applies. */
export type AccessAction =
  /** Metadata for link previews, without name and size behind a password. */
  | 'metadata'
  /** Whether a password is needed. */
  | 'check-protection'
  | 'verify-password'
  /** Name, size and preview state. */
  | 'details'
  /** Bytes of the original, displayed or saved. */
  | 'inline'
  | 'attachment'
  | 'rendition'
  | 'thumbnail'
  /** Token for the external document viewer. */
  | 'viewer';

/** The parts of a call that decide whether it may open a file. */
export interface AccessRequest {
  readonly action: AccessAction;
  readonly caller: Caller | null;
  /** Token of the file, of its bundle or of one of its links. */
  readonly token: string | null;
  /** Bundle through which the file is opened (`?bundle=`). */
  readonly bundleId: string | null;
  /** Whether the request calls itself a bot, a link preview or a prefetch. */
  readonly isMachine: boolean;
}

/** Decision of a bundle about a file in it. */
export interface BundleGate {
  readonly bundleId: string;
  /** Code of the refusal; null: the bundle admits the caller. */
  readonly refusal: ErrorCode | null;
}

/** All facts that gates decide by. */
export interface AccessContext extends AccessRequest {
  readonly file: Readonly<SharedFile>;
  readonly isOwner: boolean;
  /** Whether `token` was issued for the current password of the file, to a visitor or to the external viewer. */
  readonly hasFileToken: boolean;
  /**
   * Whether `token` was issued for the external viewer to a caller that may open the file in spite of its first link.
   */
  readonly hasViewerToken: boolean;
  /** The opening that `token` proves, of a link to this file or to its bundle. */
  readonly opened: OpenedLink | null;
  /** The decision of the bundle through which the file is opened; null: not opened through a bundle. */
  readonly bundle: BundleGate | null;
  readonly now: Date;
}
