import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { CopyField } from '../../../components/ui/copy-field.js';
import { plural } from '../../../lib/format/duration.js';
import { passFocusToList, takeLostFocus } from '../../../lib/pass-focus.js';
import { absolute, paths } from '../../../lib/paths.js';
import type { BatchResult } from '../batch-state.js';
import { outgoingNameOf } from '../outgoing-file.js';
import classes from './upload-box.module.css';

/** Links of an upload of several files. */
export function UploadResult({
  result: { files, bundleId, inBundle },
  onMore,
}: {
  result: BatchResult;
  onMore: () => void;
}) {
  return (
    <Stack ref={passFocusToList} className={classes.panel} gap="md">
      <Text fw={600} fz="lg" ref={takeLostFocus} tabIndex={-1} style={{ outline: 'none' }}>
        {bundleId === null ? `${plural(files.length, 'link')} to share` : 'One link for all your files'}
      </Text>
      {bundleId === null ? (
        <ul className={classes.files} aria-label="Links">
          {files.map((file) => (
            <li key={file.id} className={classes.result}>
              <CopyField
                label={outgoingNameOf(file)}
                value={absolute(paths.view(file.id))}
                button="Copy"
                done="Link copied"
              />
              <Anchor component={Link} to={paths.create(file.id)} size="sm">
                Settings
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        <CopyField
          label={`Link to ${plural(inBundle, 'file')}`}
          value={absolute(paths.bundle(bundleId))}
          button="Copy link"
          done="Link copied"
        />
      )}
      <Group>
        {bundleId !== null && (
          <ButtonLink
            to={paths.bundle(bundleId)}
            variant="default"
            leftSection={<IconExternalLink size={17} aria-hidden />}
          >
            Open
          </ButtonLink>
        )}
        {bundleId !== null && (
          <ButtonLink to={paths.bundleShare(bundleId)} variant="default">
            Settings
          </ButtonLink>
        )}
        <Button variant="default" onClick={onMore}>
          Upload more
        </Button>
      </Group>
    </Stack>
  );
}
