import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type FileView, formatSize, uiMessages } from '@waybill/contracts';
import { useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.js';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { plural } from '../../../lib/format/duration.js';

/** Uploads of the owner that can be added to a bundle. */
export interface Candidates {
  /** Absent until they are loaded. */
  readonly files: readonly FileView[] | undefined;
  /** Why they did not load; undefined while they are being loaded. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Chooses among the uploads of the owner. */
export function FilePicker({
  isOpen,
  candidates: { files, error, retry },
  onPick,
  onClose,
}: {
  isOpen: boolean;
  candidates: Candidates;
  onPick: (files: readonly FileView[]) => void;
  onClose: () => void;
}) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const chosen = (files ?? []).filter(({ id }) => picked.includes(id));
  const close = () => {
    setPicked([]);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title="Add files" size="lg">
      <Stack gap="md">
        {files && <Choices files={files} picked={picked} onChange={setPicked} />}
        {!files && error !== undefined && (
          <ErrorState message={sentenceOf(error, uiMessages.filesLoadFailed)} onRetry={retry} />
        )}
        {!files && error === undefined && <LoadingState label="Loading your uploads" />}
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
            {chosen.length === 0 ? 'Add files' : `Add ${plural(chosen.length, 'file')}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Choices({
  files,
  picked,
  onChange,
}: {
  files: readonly FileView[];
  picked: readonly string[];
  onChange: (picked: string[]) => void;
}) {
  if (files.length === 0)
    return <Text c="dimmed">All of your uploads are in this bundle already. Upload more first.</Text>;
  return (
    <Checkbox.Group label="Your uploads" value={[...picked]} onChange={onChange}>
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
  );
}
