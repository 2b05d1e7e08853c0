import { useMemo } from 'react';
import { BreakableText } from './breakable-text.js';
import { codeInTime } from './formats/code-in-time.js';
import { useInTime } from './use-in-time.js';
import classes from './text-preview.module.css';

/** Source code. Its colours follow once a worker has found them. */
export function CodeView({ text, name }: { text: string; name: string }) {
  const code = useMemo(() => ({ text, name }), [text, name]);
  const html = useInTime(codeInTime, code);
  return (
    <pre className={classes.code}>
      {html.state === 'done' ? (
        // highlight.js escapes the text.
        <code key="coloured" dangerouslySetInnerHTML={{ __html: html.result }} />
      ) : (
        <code key="plain">
          <BreakableText text={text} />
        </code>
      )}
    </pre>
  );
}
