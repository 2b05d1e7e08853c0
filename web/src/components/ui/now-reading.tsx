import { Badge } from '@mantine/core';
import { useNow } from '../../lib/use-now.js';
import classes from './now-reading.module.css';
import { type Readers, readersOf, sentenceOfReaders } from '../../lib/live/readers.js';

/** Breaks the sentence, whose e-mail address can be wider than a phone. */
const wrapping = {
  w: 'fit-content',
  maw: '100%',
  h: 'auto',
  styles: { label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } },
} as const;

/** "Someone is reading page 3 now"; nothing while there is no reader. */
export function NowReading({
  readers,
  targetId,
  mimeType,
}: {
  readers: Readers;
  targetId: string;
  mimeType: string;
}) {
  const now = useNow();
  const sentence = sentenceOfReaders(readersOf(readers, targetId, now.getTime()), mimeType);
  return (
    <span role="status" className={classes.status}>
      {sentence !== null && (
        <Badge {...wrapping} leftSection={<span className={classes.dot} aria-hidden />}>
          {sentence}
        </Badge>
      )}
    </span>
  );
}
