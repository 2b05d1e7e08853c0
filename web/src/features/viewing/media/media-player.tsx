import { uiMessages } from '@waybill/contracts';
import { useState } from 'react';
import { usePlayingReport } from '../reading/use-playing-report.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import classes from './media-player.module.css';

/** Player of a video or a sound, with the browser's own controls. */
export function MediaPlayer({
  kind,
  name,
  address,
  poster,
  download,
  reading,
}: {
  kind: 'video' | 'audio';
  name: string;
  address: string;
  /** Address of the picture before a video starts; null without one. */
  poster: string | null;
  download: OfferedDownload;
  /** Address that reports of the played parts are sent to; null on the owner's own screens. */
  reading: string | null;
}) {
  const report = usePlayingReport(reading);
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview message={uiMessages.previewUnsupported} download={download} />;
  const media = {
    src: address,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onError: () => setFailed(true),
    ...report,
  };
  return (
    <div className={classes.player}>
      {kind === 'video' ? (
        <video {...media} playsInline {...(poster !== null && { poster })} />
      ) : (
        <audio {...media} />
      )}
    </div>
  );
}
