import { formatSize } from '@waybill/contracts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { plural } from '../../../lib/format/duration.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { timings } from '../../../lib/timings.js';
import { showFailureToast } from '../../../lib/toast.js';
import { deleteUpload } from '../delete-upload.js';
import { type UnfinishedBundle, type UnfinishedUpload, UnfinishedUploads } from '../unfinished-uploads.js';
import { dissolveUnused } from '../unused-bundle.js';
import classes from './upload-box.module.css';

/**
 * Lists interrupted uploads, for example after a closed tab. The user has to choose the files again, because browsers
 * do not let a page reopen them.
 */
export function InterruptedUploads({ account }: { account: string | null }) {
  const storage = new UnfinishedUploads(account);
  const [, readAgain] = useReducer((times: number) => times + 1, 0);
  // Other tabs start, finish and lose uploads meanwhile.
  useEffect(() => {
    const timer = setInterval(readAgain, timings.livePoll);
    return () => clearInterval(timer);
  }, []);
  const uploads = storage.interrupted();
  const bundles = storage.interruptedBundles();
  if (uploads.length === 0 && bundles.length === 0) return null;
  const ofBundles = new Set<string | null>(bundles.map(({ bundleId }) => bundleId));
  const single = uploads.filter(({ bundleId }) => !ofBundles.has(bundleId));

  async function discard({ url, bundleId }: UnfinishedUpload) {
    await deleteUpload(url);
    storage.forget(url);
    if (storage.list().some((upload) => upload.bundleId === bundleId)) return;
    const bundle = storage.interruptedBundles().find((each) => each.bundleId === bundleId);
    // Nothing can go on once neither uploads nor files are left.
    if (bundle && (await dissolveUnused(bundle))) storage.forgetBundle(bundle.bundleId);
  }

  async function dismiss(bundle: UnfinishedBundle) {
    await dissolveUnused(bundle);
    storage.forgetBundle(bundle.bundleId);
  }

  async function attempt(work: Promise<void>) {
    try {
      await work;
    } catch {
      // Keep the entry in the list: its bytes still count for the quota, or its bundle still exists.
      showFailureToast('The upload could not be discarded. Please try again.');
    }
    readAgain();
  }

  return (
    <section
      ref={passFocusToList}
      tabIndex={-1}
      className={classes.interrupted}
      aria-label="Interrupted uploads"
    >
      {bundles.map(({ files = 0, ...bundle }) => (
        <Group
          key={bundle.bundleId}
          ref={passFocusToList}
          justify="space-between"
          align="flex-start"
          gap="xs"
          wrap="nowrap"
        >
          <Text size="sm" fw={600}>
            An upload of {plural(files, 'file')} was interrupted. Choose the same{' '}
            {files === 1 ? 'file' : 'files'} again, and it continues where it stopped.
          </Text>
          <ActionIcon
            size="md"
            aria-label={`Dismiss the upload of ${plural(files, 'file')}`}
            title="Do not show this again"
            onClick={() => void attempt(dismiss(bundle))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {single.length > 0 && (
        <Text size="sm" fw={600}>
          {single.length === 1
            ? 'An upload was interrupted. Choose the same file again, and it continues where it stopped.'
            : `${plural(single.length, 'upload')} were interrupted. Choose the same files again, and they continue where they stopped.`}
        </Text>
      )}
      <ul className={classes.files}>
        {uploads.map((upload) => (
          <li key={upload.url} ref={passFocusToList} className={classes.file}>
            <FileIcon mimeType="" size={20} />
            <Text size="sm" truncate title={upload.path ?? upload.name}>
              {upload.path ?? upload.name}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {Math.floor((upload.sent / upload.size) * 100)}% of {formatSize(upload.size)}
            </Text>
            <ActionIcon
              size="md"
              aria-label={`Discard ${upload.name}`}
              title="Discard what was sent"
              onClick={() => void attempt(discard(upload))}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
