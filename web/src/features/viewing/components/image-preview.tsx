import { uiMessages, type FileView } from '@waybill/contracts';
import { useState } from 'react';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import classes from './file-preview.module.css';

/** Preview of an image. */
export function ImagePreview({
  file,
  address,
  download,
}: {
  file: FileView;
  address: string;
  download: OfferedDownload;
}) {
  const [broken, setBroken] = useState(false);
  if (broken) return <NoPreview message={uiMessages.createPreviewFailed} download={download} />;
  return (
    <div className={classes.picture}>
      <img src={address} alt={file.originalName} onError={() => setBroken(true)} />
    </div>
  );
}
