import { Typography } from '@mantine/core';
import { useMemo } from 'react';
import { renderMarkdown } from './render-markdown.js';
import classes from './text-preview.module.css';

/** Formatted Markdown. */
export function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text]);
  return <Typography className={classes.markdown} dangerouslySetInnerHTML={{ __html: html }} />;
}
