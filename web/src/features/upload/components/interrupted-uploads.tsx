import { formatSize } from '@waybill/contracts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { plural } from '../../../lib/format/duration.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { timings } from '../../../lib/timings.js';
import { showFailureToast } from '../../../lib/toast.js';
import { deleteUpload } from '../delete-upload.js';
import { UnfinishedUploads } from '../unfinished-uploads.js';
import classes from './upload-box.module.css';

/**
 * Lists interrupted uploads, for example after a closed tab. The user has to choose the files again, because browsers
 * do not let a page reopen them.
 */
export function InterruptedUploads({ account }: { account: string | null }) {
  const storage = new UnfinishedUploads(account);
  const [, setTimesRead] = useState(0);
  const readAgain = () => setTimesRead((times) => times + 1);
  // Other tabs start, finish and lose uploads meanwhile.
  useEffect(() => {
    const timer = setInterval(() => setTimesRead((times) => times + 1), timings.livePoll);
    return () => clearInterval(timer);
  }, []);
  const uploads = storage.interrupted();
  const bundles = storage.interruptedBundles();
  if (uploads.length === 0 && bundles.length === 0) return null;
  const ofBundles = new Set<string | null>(bundles.map(({ bundleId }) => bundleId));
  const single = uploads.filter(({ bundleId }) => !ofBundles.has(bundleId));

  async function discard(url: string) {
    try {
      await deleteUpload(url);
    } catch {
      // Stays in the list, because its bytes count for the quota until it is deleted.
      showFailureToast('The upload could not be discarded. Please try again.');
      return;
    }
    storage.forget(url);
    readAgain();
  }

  return (
    <section
      ref={passFocusToList}
      tabIndex={-1}
      className={classes.interrupted}
      aria-label="Interrupted uploads"
    >
      {bundles.map(({ bundleId, files = 0 }) => (
        <Group
          key={bundleId}
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
            onClick={() => {
              storage.forgetBundle(bundleId);
              readAgain();
            }}
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
        {uploads.map(({ url, name, path, sent, size }) => (
          <li key={url} ref={passFocusToList} className={classes.file}>
            <FileIcon mimeType="" size={20} />
            <Text size="sm" truncate title={path ?? name}>
              {path ?? name}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {Math.floor((sent / size) * 100)}% of {formatSize(size)}
            </Text>
            <ActionIcon
              size="md"
              aria-label={`Discard ${name}`}
              title="Discard what was sent"
              onClick={() => void discard(url)}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
