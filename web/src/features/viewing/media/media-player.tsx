import { previewMessages } from '@waybill/contracts';
import type { SyntheticEvent } from 'react';
import { ErrorState } from '../../../components/ui/error-state.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import { usePlayingReport } from '../reading/use-playing-report.js';
import { usePlayback } from './use-playback.js';
import classes from './media-player.module.css';

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  readonly address: string;
  /** Address of the picture before a video starts; null without one. */
  readonly poster: string | null;
  readonly download: OfferedDownload;
  /** Address that reports of the played parts are sent to; null on the owner's own screens. */
  readonly reading: string | null;
  /** Called when the verification token is no longer valid; absent where none is needed. */
  readonly onDenied?: () => void;
}

/** Player of a video or a sound, with the browser's own controls. */
export function MediaPlayer(props: PlayerProps) {
  // A new address has a new token, so that an earlier failure no longer counts.
  return <Player key={props.address} {...props} />;
}

function Player({ kind, name, address, poster, download, reading, onDenied }: PlayerProps) {
  const report = usePlayingReport(reading);
  const { failure, retry, mounted, events } = usePlayback(address, onDenied);
  if (failure?.kind === 'unsupported')
    return <NoPreview message={previewMessages.previewUnsupported} download={download} />;
  if (failure) {
    return (
      <div className={classes.player}>
        <ErrorState message={failure.message} onRetry={retry} />
      </div>
    );
  }
  const media = {
    src: address,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    ...report,
    ...events,
    onError: (event: SyntheticEvent<HTMLMediaElement>) => {
      report.onPause();
      events.onError(event);
    },
  };
  return (
    <div className={classes.player}>
      {kind === 'video' ? (
        <video ref={mounted} {...media} playsInline {...(poster !== null && { poster })} />
      ) : (
        <audio ref={mounted} {...media} />
      )}
    </div>
  );
}
