import { Typography } from '@mantine/core';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { markdownInTime } from './formats/markdown-in-time.js';
import { SourceInstead } from './source-instead.js';
import { useInTime } from './use-in-time.js';
import classes from './text-preview.module.css';

/** Formatted Markdown. */
export function MarkdownView({ text, name }: { text: string; name: string }) {
  const html = useInTime(markdownInTime, text);
  if (html.state === 'loading') return <LoadingState label="Loading text" />;
  if (html.state === 'failed') return <SourceInstead text={text} name={name} />;
  return <Typography className={classes.markdown} dangerouslySetInnerHTML={{ __html: html.result }} />;
}
