import { Box, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type FileView, formatSize, uiMessages } from '@waybill/contracts';
import { useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.js';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { NameSearch } from '../../../components/ui/name-search.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { plural } from '../../../lib/format/duration.js';
import { useLongList } from '../../../lib/use-long-list.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';

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
  const { isSearchable, text, search, found, shown, showMore } = useLongList(files, nameOf);
  const [list, followRows] = useNewRowFocus(shown.length);
  if (files.length === 0)
    return <Text c="dimmed">All of your uploads are in this bundle already. Upload more first.</Text>;
  return (
    <Stack gap="xs">
      {isSearchable && <NameSearch text={text} found={found.length} onSearch={search} />}
      {/* Keeps the chosen files that the search hides. */}
      <Checkbox.Group label="Your uploads" value={[...picked]} onChange={onChange}>
        <Box mt="xs" mah="50dvh" style={{ overflowY: 'auto' }}>
          <Stack ref={list} gap="xs">
            {shown.map(({ id, originalName, size }) => (
              <Checkbox
                key={id}
                value={id}
                label={originalName}
                description={formatSize(size)}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
          {found.length > shown.length && (
            <Button
              variant="subtle"
              size="sm"
              mt="xs"
              onClick={() => {
                followRows();
                showMore();
              }}
            >
              Show more of {plural(found.length, 'file')}
            </Button>
          )}
        </Box>
      </Checkbox.Group>
    </Stack>
  );
}

const nameOf = ({ originalName }: FileView) => originalName;
