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
  if (broken) {
    // A picture of a type that nothing can draw is not broken.
    const isKnown = file.preview.state !== 'none';
    const message = isKnown ? uiMessages.createPreviewFailed : uiMessages.previewUnsupported;
    return <NoPreview message={message} download={download} />;
  }
  return (
    <div className={classes.picture}>
      <img src={address} alt={file.originalName} onError={() => setBroken(true)} />
    </div>
  );
}
