import { SegmentedControl, Text } from '@mantine/core';
import { TEXT_PREVIEW_BYTES } from '@waybill/contracts';
import { Suspense, useState } from 'react';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { Attempts, FailedPreview } from '../attempts.js';
import type { OfferedDownload } from '../no-preview.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import { type TextKind, textKindOf } from './text-kind.js';
import { useText } from './use-text.js';
import classes from './text-preview.module.css';

const CodeView = lazyPart(() => import('./code-view.js').then((module) => module.CodeView));
const MarkdownView = lazyPart(() => import('./markdown-view.js').then((module) => module.MarkdownView));
const TableView = lazyPart(() => import('./table-view.js').then((module) => module.TableView));
const JsonView = lazyPart(() => import('./json-view.js').then((module) => module.JsonView));

const labels: Readonly<Record<Exclude<TextKind, 'code'>, string>> = {
  markdown: 'Formatted',
  table: 'Table',
  json: 'Tree',
};

interface TextPreviewProps {
  readonly name: string;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly address: string;
  readonly download: OfferedDownload;
  readonly onDenied?: () => void;
}

/** Preview of a text: highlighted source, and a formatted view of Markdown, tables and JSON. */
export function TextPreview(props: TextPreviewProps) {
  return <Attempts>{(onRetry) => <TextView {...props} onRetry={onRetry} />}</Attempts>;
}

function TextView({
  name,
  size,
  address,
  download,
  onDenied,
  onRetry,
}: TextPreviewProps & { onRetry: () => void }) {
  const kind = textKindOf(name);
  const [view, setView] = useState<TextKind>(kind);
  const result = useText(address, onDenied);
  if (result.state === 'loading') return <LoadingState label="Loading text" />;
  if (result.state === 'failed') return <FailedPreview download={download} onRetry={onRetry} />;
  const isCut = size > TEXT_PREVIEW_BYTES;
  return (
    <div className={classes.preview}>
      {(kind !== 'code' || isCut) && (
        <div className={classes.bar}>
          {kind !== 'code' && (
            <SegmentedControl
              size="xs"
              aria-label="View"
              value={view}
              onChange={(value) => setView(value)}
              data={[
                { value: kind, label: labels[kind] },
                { value: 'code', label: 'Source' },
              ]}
            />
          )}
          {isCut && (
            <Text size="sm" c="dimmed">
              Only the beginning is shown
            </Text>
          )}
        </div>
      )}
      <div className={classes.content} tabIndex={0} role="region" aria-label={name}>
        {result.text === '' ? (
          <Text c="dimmed" ta="center" p="xl">
            This file is empty.
          </Text>
        ) : (
          <Suspense fallback={<LoadingState label="Loading text" />}>
            <View kind={view} text={result.text} name={name} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function View({ kind, text, name }: { kind: TextKind; text: string; name: string }) {
  switch (kind) {
    case 'markdown':
      return <MarkdownView text={text} name={name} />;
    case 'table':
      return <TableView text={text} name={name} />;
    case 'json':
      return <JsonView text={text} name={name} />;
    case 'code':
      return <CodeView text={text} name={name} />;
  }
}
