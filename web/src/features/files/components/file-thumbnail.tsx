import { useState } from 'react';
import type { FileView } from '@waybill/contracts';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { thumbnailOf } from '../../../lib/access/file-addresses.js';
import classes from './files-table.module.css';

/** Thumbnail of a file, or the icon of its media type. */
export function FileThumbnail({ file }: { file: FileView }) {
  const [broken, setBroken] = useState(false);
  const hasPicture = file.preview.hasThumbnail && !broken;
  return (
    <span className={classes.thumbnail}>
      {hasPicture ? (
        <img src={thumbnailOf(file.id)} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <FileIcon mimeType={file.mimeType} size={22} />
      )}
    </span>
  );
}
