import type { AnalyticsEntry } from '@waybill/contracts';
import { formatSeconds } from '../../../lib/format/duration.js';
import { partOf } from '../../../lib/format/part.js';
import classes from './page-reading.module.css';

/** Maximum number of cells. A longer document has several pages per cell. */
const MAX_CELLS = 60;

/** Reading times of one visit, with a cell for each page of a document or part of a medium. */
export function VisitStrip({
  entry,
  pageCount,
  isMedia,
}: {
  entry: AnalyticsEntry;
  /** Pages of a document, or parts of a medium. */
  pageCount: number;
  isMedia: boolean;
}) {
  const pages = entry.pages ?? [];
  if (pages.length === 0) return <>–</>;
  const perCell = Math.ceil(pageCount / MAX_CELLS);
  const cells = new Array<number>(Math.ceil(pageCount / perCell)).fill(0);
  for (const { page, seconds } of pages) {
    const cell = Math.floor((page - 1) / perCell);
    if (cell < cells.length) cells[cell] = (cells[cell] ?? 0) + seconds;
  }
  const most = Math.max(...cells, 0.1);
  const longest = pages.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const seen = isMedia
    ? `${Math.round(entry.completion * 100)}% played, longest at ${partOf(longest.page, pageCount)}`
    : `${entry.pagesSeen} of ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}, longest on page ${longest.page}`;
  const label = `${formatSeconds(entry.durationSeconds)}, ${seen}`;
  return (
    <>
      <span className={classes.strip} role="img" aria-label={label} title={label}>
        {cells.map((seconds, index) => (
          <span
            key={index}
            style={{
              background: `color-mix(in srgb, light-dark(#0b756a, #45ada1) ${Math.round((seconds / most) * 100)}%, transparent)`,
            }}
          />
        ))}
      </span>
      {formatSeconds(entry.durationSeconds)} · {Math.round(entry.completion * 100)}%
    </>
  );
}
