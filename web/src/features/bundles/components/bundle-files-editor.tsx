import { ActionIcon, Button, Group, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type BundleView, formatSize } from '@waybill/contracts';
import { useState } from 'react';
import { FormError } from '../../../components/ui/form-error.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';
import { useChangeBundleMutation } from '../bundles.api.js';
import { isChanged, moved, type PlacedFile, without, withPath } from '../file-order.js';
import { type Candidates, FilePicker } from './file-picker.js';
import classes from './bundle-contents.module.css';
import { plural } from '../../../lib/format/duration.js';

/** Rows that are added at a time. */
const PAGE_SIZE = 100;

/** Unsaved changes. `known`: ids of the files that the bundle had at the time of the last change. */
interface Edited {
  readonly files: readonly PlacedFile[];
  readonly known: ReadonlySet<string>;
}

/**
 * The edited files and those that were uploaded into the bundle after the last change, without those that have left it
 * since. Saving replaces the whole list of files, and is refused for a file that is gone.
 */
function mergedWith(bundle: BundleView, { files, known }: Edited): readonly PlacedFile[] {
  const present = new Set(bundle.files.map(({ id }) => id));
  const kept = files.filter(({ id }) => present.has(id) || !known.has(id));
  const arrived = bundle.files.filter(({ id }) => !known.has(id) && !files.some((file) => file.id === id));
  return [...kept, ...arrived];
}

/** Edits the files of a bundle, their order and paths. `candidates`: null for an owner who has no list of uploads. */
export function BundleFilesEditor({
  bundle,
  candidates,
}: {
  bundle: BundleView;
  candidates: Candidates | null;
}) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isPicking, setPicking] = useState(false);
  const [shown, setShown] = useState(PAGE_SIZE);
  const [failure, setFailure] = useState<string>();
  const [change, { isLoading }] = useChangeBundleMutation();
  const files = edited === null ? bundle.files : mergedWith(bundle, edited);
  const taken = new Set(files.map(({ id }) => id));
  const [list, followRows] = useNewRowFocus(Math.min(files.length, shown));

  const edit = (changed: readonly PlacedFile[]) =>
    setEdited({ files: changed, known: new Set(bundle.files.map(({ id }) => id)) });

  async function save() {
    const { error } = await change({
      id: bundle.id,
      settings: { files: files.map(({ id, path }) => ({ id, path })) },
    });
    setFailure(error ? sentenceOf(error, 'The files could not be changed') : undefined);
    if (error) return;
    setEdited((now) => (now === edited ? null : now));
    showSuccessToast('Files saved', timings.fileToast);
  }

  return (
    <Stack gap="md" component="section" aria-labelledby="bundle-files" tabIndex={-1}>
      <Group justify="space-between" gap="sm">
        <Title order={2} fz="h3" id="bundle-files">
          Files
        </Title>
        {candidates && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={17} />}
            onClick={() => setPicking(true)}
          >
            Add files
          </Button>
        )}
      </Group>
      <FormError message={failure} />
      {files.length === 0 && (
        <Text size="sm" c="dimmed">
          There are no files in this bundle yet.
        </Text>
      )}
      <Stack gap={0} component="ol" ref={list} m={0} p={0} style={{ listStyle: 'none' }}>
        {files.slice(0, shown).map((file, index) => (
          <EditedFile
            key={file.id}
            file={file}
            isFirst={index === 0}
            isLast={index === files.length - 1}
            onMove={(by) => edit(moved(files, index, by))}
            onRename={(path) => edit(withPath(files, index, path))}
            onRemove={() => edit(without(files, index))}
          />
        ))}
      </Stack>
      {files.length > shown && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            followRows();
            setShown(shown + PAGE_SIZE);
          }}
        >
          Show more of {plural(files.length, 'file')}
        </Button>
      )}
      {isChanged(files, bundle) && (
        <Group ref={passFocusToList}>
          <Button size="sm" loading={isLoading} onClick={() => void save()}>
            Save files
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              setEdited(null);
              setFailure(undefined);
            }}
          >
            Undo
          </Button>
        </Group>
      )}
      {candidates && (
        <FilePicker
          isOpen={isPicking}
          candidates={{ ...candidates, files: candidates.files?.filter(({ id }) => !taken.has(id)) }}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            edit([
              ...files,
              ...picked.map((file) => ({ ...file, path: file.received?.path ?? file.originalName })),
            ]);
          }}
        />
      )}
    </Stack>
  );
}

function EditedFile({
  file,
  isFirst,
  isLast,
  onMove,
  onRename,
  onRemove,
}: {
  file: PlacedFile;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRename: (path: string) => void;
  onRemove: () => void;
}) {
  return (
    <li className={classes.edited} ref={passFocusToList}>
      <TextInput
        aria-label={`Path of ${file.originalName}`}
        description={formatSize(file.size)}
        inputWrapperOrder={['input', 'description']}
        value={file.path}
        maxLength={1024}
        onChange={(event) => onRename(event.currentTarget.value)}
        flex="1 1 220px"
      />
      <Group gap={6} wrap="nowrap">
        <Act
          label={`Move ${file.path} up`}
          icon={IconArrowUp}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <Act
          label={`Move ${file.path} down`}
          icon={IconArrowDown}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <Act label={`Remove ${file.path} from the bundle`} icon={IconX} onClick={onRemove} />
      </Group>
    </li>
  );
}

function Act({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string;
  icon: typeof IconX;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
