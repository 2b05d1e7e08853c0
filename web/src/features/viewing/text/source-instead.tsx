import { Text } from '@mantine/core';
import { CodeView } from './code-view.js';

/** The source of a text that could not be formatted. */
export function SourceInstead({ text, name }: { text: string; name: string }) {
  return (
    <>
      <Text size="sm" c="dimmed" px="md" pt="sm" role="status">
        This text is too complex to be formatted, so its source is shown.
      </Text>
      <CodeView text={text} name={name} />
    </>
  );
}
