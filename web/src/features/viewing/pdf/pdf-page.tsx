import { type RefObject, useEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import classes from './pdf-viewer.module.css';

/** Aspect ratio until the page is loaded: A4. */
const A4_RATIO = 297 / 210;
/** Limits the canvas resolution, because phones run out of memory. */
const MAX_PIXEL_RATIO = 2;
/** Largest edge and area of a canvas that all browsers draw, in pixels. */
const MAX_CANVAS_EDGE = 16_000;
const MAX_CANVAS_AREA = 64_000_000;

/** One page, rendered while it is near the viewport. `width` in CSS pixels. */
export function PdfPage({
  number,
  width,
  scroller,
}: {
  number: number;
  width: number;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(A4_RATIO);
  const near = useIsNear(frame, scroller);

  return (
    <div ref={frame} className={classes.page} data-page={number} style={{ width, height: width * ratio }}>
      {near && (
        <Page
          pageNumber={number}
          width={width}
          devicePixelRatio={pixelRatioOf(width, width * ratio)}
          loading={null}
          onLoadSuccess={({ originalWidth, originalHeight }) => setRatio(originalHeight / originalWidth)}
        />
      )}
    </div>
  );
}

/** Device pixel ratio of a page, lower for a very large page, to stay within the canvas limits. */
function pixelRatioOf(width: number, height: number): number {
  const longest = Math.max(width, height, 1);
  return Math.min(
    window.devicePixelRatio,
    MAX_PIXEL_RATIO,
    MAX_CANVAS_EDGE / longest,
    Math.sqrt(MAX_CANVAS_AREA / Math.max(width * height, 1)),
  );
}

/** Whether an element is in view or within one screen of it. */
function useIsNear(target: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setNear(entry.isIntersecting);
      },
      { root: scroller.current, rootMargin: '100% 0%' },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, scroller]);
  return near;
}
