import { IconPackage } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './parcel-progress.module.css';

/** Progress bar drawn as a parcel on its route. `progress`: 0 to 1. `label`: accessible name. */
export function ParcelProgress({ progress, label }: { progress: number; label: string }) {
  const percent = Math.round(progress * 100);
  return (
    <div
      className={classes.line}
      style={{ '--progress': progress } as CSSProperties}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={classes.track} />
      <div className={classes.travelled} />
      <div className={classes.end} />
      <div className={classes.end} data-far data-reached={percent === 100 || undefined} />
      <div className={classes.parcel}>
        <IconPackage size={20} stroke={1.7} aria-hidden />
      </div>
    </div>
  );
}
