import { Fragment, useMemo } from 'react';
import { partsOf } from './formats/long-words.js';

/** A text whose long words can be broken into lines. */
export function BreakableText({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
