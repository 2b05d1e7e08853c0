import { Button } from '@mantine/core';
import { type FileView, previewMessages } from '@waybill/contracts';
import { useState } from 'react';
import { takeLostFocus } from '../../../lib/pass-focus.js';
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
  // False once another attempt was asked for.
  const [broken, setBroken] = useState<boolean>();
  if (broken) {
    // A picture of a type that nothing can draw is not broken.
    const isKnown = file.preview.state !== 'none';
    const message = isKnown ? previewMessages.createPreviewFailed : previewMessages.previewUnsupported;
    return (
      <NoPreview
        message={message}
        download={download}
        action={
          isKnown && (
            <Button variant="light" onClick={() => setBroken(false)}>
              Try again
            </Button>
          )
        }
      />
    );
  }
  return (
    <div className={classes.picture} ref={broken === false ? takeLostFocus : null} tabIndex={-1}>
      <img src={address} alt={file.originalName} onError={() => setBroken(true)} />
    </div>
  );
}
