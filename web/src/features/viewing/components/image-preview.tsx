import { sentences, type FileView } from '@waybill/contracts';
import { useState } from 'react';
import type { FileAddresses } from '../../../lib/access/file-addresses.js';
import { NoPreview } from './no-preview.js';
import classes from './file-preview.module.css';

/** A picture, shown as it is. */
export function ImagePreview({ file, addresses }: { file: FileView; addresses: FileAddresses }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <NoPreview message={sentences.createPreviewFailed} download={addresses.download} />;
  return (
    <div className={classes.picture}>
      <img src={addresses.inline} alt={file.originalName} onError={() => setBroken(true)} />
    </div>
  );
}
