import type { FileView } from '@waybill/contracts';
import type { ReactNode } from 'react';
import type { FileAddresses } from '../../lib/access/file-addresses.js';

/** Parts of a bundle's page that other features provide. */
export interface BundleParts {
  readonly preview: (file: FileView, addresses: FileAddresses) => ReactNode;
  /** Why a file cannot be opened. */
  readonly unavailable: (error: unknown, onRetry: () => void) => ReactNode;
  /** A button that downloads from the address. */
  readonly download: (address: string) => ReactNode;
}
