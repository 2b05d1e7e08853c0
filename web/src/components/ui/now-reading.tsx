import { Badge } from '@mantine/core';
import { useNow } from '../../lib/use-now.js';
import classes from './now-reading.module.css';
import { type Readers, readersOf, sentenceOfReaders } from '../../lib/live/readers.js';

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
        <Badge variant="light" tt="none" leftSection={<span className={classes.dot} aria-hidden />}>
          {sentence}
        </Badge>
      )}
    </span>
  );
}
