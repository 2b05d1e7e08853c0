import highlighter from 'highlight.js/lib/common';
import { useMemo } from 'react';
import { extensionOf } from './text-kind.js';
import classes from './text-preview.module.css';

/** Longer texts, in UTF-16 units, are shown without colours: highlighting would block the page. */
const MAX_HIGHLIGHTED = 200_000;

/** Source code with highlighted syntax. */
export function CodeView({ text, name }: { text: string; name: string }) {
  const html = useMemo(() => {
    const language = extensionOf(name);
    if (text.length > MAX_HIGHLIGHTED || !highlighter.getLanguage(language)) return null;
    return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
  }, [text, name]);
  return (
    <pre className={classes.code}>
      {/* highlight.js escapes the text. */}
      {html === null ? <code>{text}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
    </pre>
  );
}
