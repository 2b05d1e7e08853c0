import { Anchor, Text } from '@mantine/core';

const LINK = /(https?:\/\/[^\s<>"]+)/;

/** Plain text of a mail with clickable links. */
export function PlainText({ text }: { text: string }) {
  return (
    <Text
      component="pre"
      ff="monospace"
      size="sm"
      m={0}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text.split(LINK).map((part, index) =>
        LINK.test(part) ? (
          <Anchor key={index} href={part} target="_blank" rel="noopener" inherit underline="always">
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  );
}
