import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { CopyField } from '../../../components/ui/copy-field.js';
import { plural } from '../../../lib/format/duration.js';
import { passFocusToList, takeLostFocus } from '../../../lib/pass-focus.js';
import { absolute, paths } from '../../../lib/paths.js';
import { forgetResults, keptResults, markResultsSeen, type UploadedBatch } from '../upload-results.js';
import classes from './upload-box.module.css';

/** Links of uploads of several files, newest first. */
export function UploadResult({
  account,
  button,
  onForgotten,
}: {
  account: string | null;
  /** Text of the button that forgets the links. */
  button: string;
  onForgotten: () => void;
}) {
  const batches = keptResults(account);
  const newest = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Links from before a reload leave the focus to the browser.
    if (markResultsSeen()) takeLostFocus(newest.current);
  }, []);
  return (
    <Stack ref={passFocusToList} className={classes.panel} gap="lg">
      {batches.map((batch, index) => (
        <Batch
          key={batch.bundleId ?? batch.links[0]?.id}
          batch={batch}
          heading={index === 0 ? newest : undefined}
        >
          {index === batches.length - 1 && (
            <Button
              variant="default"
              onClick={() => {
                forgetResults(account);
                onForgotten();
              }}
            >
              {button}
            </Button>
          )}
        </Batch>
      ))}
    </Stack>
  );
}

function Batch({
  batch: { bundleId, inBundle, links },
  heading,
  children,
}: {
  batch: UploadedBatch;
  heading: Ref<HTMLParagraphElement> | undefined;
  /** Further button. */
  children: ReactNode;
}) {
  return (
    <Stack gap="md">
      <Text fw={600} fz="lg" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {bundleId === null ? `${plural(links.length, 'link')} to share` : 'One link for all your files'}
      </Text>
      {bundleId === null ? (
        <ul className={classes.links} aria-label="Links">
          {links.map(({ id, name }) => (
            <li key={id} className={classes.result}>
              <CopyField label={name} value={absolute(paths.view(id))} button="Copy" done="Link copied" />
              <Anchor component={Link} to={paths.create(id)} size="sm">
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
          <>
            <ButtonLink
              to={paths.bundle(bundleId)}
              variant="default"
              leftSection={<IconExternalLink size={17} aria-hidden />}
            >
              Open
            </ButtonLink>
            <ButtonLink to={paths.bundleShare(bundleId)} variant="default">
              Settings
            </ButtonLink>
          </>
        )}
        {children}
      </Group>
    </Stack>
  );
}
