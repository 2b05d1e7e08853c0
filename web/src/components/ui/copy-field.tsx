import { Button, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyWithToast } from '../../lib/clipboard.js';
import { timings } from '../../lib/timings.js';

/** Read-only value with a copy button. */
export function CopyField({
  label,
  value,
  button,
  done,
}: {
  label: string;
  value: string;
  /** Label of the button, such as "Copy link". */
  button: string;
  /** Message after copying. */
  done: string;
}) {
  const { copied, copy } = useCopy(value, done);
  return (
    <Group align="end" gap="xs" wrap="wrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        flex="1 1 220px"
        miw={0}
        styles={{
          // A file name can be longer than the field.
          label: { overflowWrap: 'anywhere' },
          input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 14 },
        }}
      />
      <Button
        size="sm"
        onClick={() => void copy()}
        leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
      >
        {button}
      </Button>
    </Group>
  );
}

function useCopy(value: string, done: string) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), timings.copiedToast);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyWithToast(value, done)) setCopied(true);
  }

  return { copied, copy };
}
