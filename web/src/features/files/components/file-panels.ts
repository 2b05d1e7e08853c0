import type { FileView } from '@waybill/contracts';
import type { ReactNode } from 'react';

/** Panels that other features provide for a file. */
export interface FilePanels {
  readonly share: (file: FileView) => ReactNode;
  readonly embed: (file: FileView) => ReactNode;
  /** Called with the file whose dialog opens, and with null as it closes. */
  readonly onDialog: (file: FileView | null) => void;
}
