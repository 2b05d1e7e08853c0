import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type FileView, formatSize } from '@waybill/contracts';
import { useState } from 'react';
import { countOf } from '../bundle-folders.js';

/** Chooses among the uploads of the owner. */
export function FilePicker({
  isOpen,
  files,
  onPick,
  onClose,
}: {
  isOpen: boolean;
  files: readonly FileView[];
  onPick: (files: readonly FileView[]) => void;
  onClose: () => void;
}) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const chosen = files.filter(({ id }) => picked.includes(id));
  const close = () => {
    setPicked([]);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title="Add files" size="lg">
      <Stack gap="md">
        {files.length === 0 && (
          <Text c="dimmed">All of your uploads are in this bundle already. Upload more first.</Text>
        )}
        <Checkbox.Group label="Your uploads" value={[...picked]} onChange={setPicked}>
          <Stack gap="xs" mt="xs" mah="50dvh" style={{ overflowY: 'auto' }}>
            {files.map(({ id, originalName, size }) => (
              <Checkbox
                key={id}
                value={id}
                label={originalName}
                description={formatSize(size)}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              setPicked([]);
              onPick(chosen);
            }}
          >
            {chosen.length === 0 ? 'Add files' : `Add ${countOf(chosen.length)}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
