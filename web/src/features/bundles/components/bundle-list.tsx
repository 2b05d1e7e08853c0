import { Badge, Button, Checkbox, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar, IconLock, IconPlus, IconShare, IconTrash } from '@tabler/icons-react';
import { type BundleView, formatSize } from '@waybill/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { ErrorState } from '../../../components/ui/error-state.js';
import { FormError } from '../../../components/ui/form-error.js';
import { TextLink } from '../../../components/ui/text-link.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { mayLeave } from '../../../lib/leave-question.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { paths } from '../../../lib/paths.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';
import { useCreateBundleMutation, useDeleteBundleMutation } from '../bundles.api.js';
import { useLiveBundles } from '../hooks/use-live-bundles.js';
import classes from './bundle-contents.module.css';
import { plural } from '../../../lib/format/duration.js';

/** The user's bundles, newest first, under a heading. `expiry` renders the expiry of a bundle. */
export function BundleList({ expiry }: { expiry: (deleteAt: string | null) => ReactNode }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useLiveBundles();
  const bundles = data?.pages.flatMap(({ items }) => items);
  const section = useRef<HTMLDivElement>(null);
  const [list, followRows] = useNewRowFocus<HTMLUListElement>(bundles?.length ?? 0);
  return (
    <Stack gap="md" component="section" ref={section} aria-labelledby="bundles" tabIndex={-1}>
      <Group justify="space-between" gap="sm">
        <Title order={2} id="bundles">
          Your bundles
        </Title>
        <NewBundle />
      </Group>
      {!bundles && error && (
        <ErrorState
          message={sentenceOf(error, 'Your bundles could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!bundles && !error && <Skeleton height={80} radius="lg" role="status" aria-label="Loading bundles" />}
      {bundles?.length === 0 && (
        <Text size="sm" c="dimmed">
          A bundle puts several files under one link. Drop several files or a folder above, or make one of
          your uploads.
        </Text>
      )}
      {bundles && bundles.length > 0 && (
        <Paper component="ul" ref={list} className={classes.list} aria-label="Your bundles">
          {bundles.map((bundle) => (
            <Row
              key={bundle.id}
              bundle={bundle}
              expiry={expiry(bundle.deleteAt)}
              onDeleted={() => section.current?.focus({ preventScroll: true })}
            />
          ))}
        </Paper>
      )}
      {isFetchNextPageError && <FormError message={sentenceOf(error, 'Older bundles could not be loaded')} />}
      {hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            size="sm"
            loading={isFetchingNextPage}
            onClick={() => {
              followRows();
              void fetchNextPage();
            }}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NewBundle() {
  const [create, { isLoading }] = useCreateBundleMutation();
  const navigate = useNavigate();

  async function make() {
    if (!mayLeave()) return;
    const { data, error } = await create({});
    if (error) showFailureToast(sentenceOf(error, 'The bundle could not be made'));
    else void navigate(paths.bundleShare(data.id));
  }

  return (
    <Button
      size="sm"
      variant="default"
      loading={isLoading}
      leftSection={<IconPlus size={17} />}
      onClick={() => void make()}
    >
      New bundle
    </Button>
  );
}

function Row({
  bundle,
  expiry,
  onDeleted,
}: {
  bundle: BundleView;
  expiry: ReactNode;
  onDeleted: () => void;
}) {
  const [question, setQuestion] = useState<'open' | 'closed' | 'answered'>('closed');
  const looks = { variant: 'default', size: 'sm' } as const;
  const { id, name, files, size, viewCount } = bundle;
  return (
    <li ref={passFocusToList} className={classes.row} style={{ flexWrap: 'wrap' }}>
      <Stack gap={2} flex="1 1 240px" style={{ minWidth: 0 }}>
        <Group gap="xs">
          <TextLink to={paths.bundle(id)} fw={600} size="sm" className={classes.name}>
            {name}
          </TextLink>
          {bundle.isPasswordProtected && (
            <Badge leftSection={<IconLock size={12} aria-hidden />}>Password</Badge>
          )}
        </Group>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {plural(files.length, 'file')} · {formatSize(size)} · {viewCount.toLocaleString()}{' '}
            {viewCount === 1 ? 'view' : 'views'}
          </Text>
          {expiry}
        </Group>
      </Stack>
      <Group gap="xs">
        <ButtonLink to={paths.bundleShare(id)} leftSection={<IconShare size={16} />} {...looks}>
          Share
        </ButtonLink>
        <ButtonLink to={paths.bundleAnalytics(id)} leftSection={<IconChartBar size={16} />} {...looks}>
          Analytics
        </ButtonLink>
        <Button
          {...looks}
          leftSection={<IconTrash size={16} />}
          variant="light"
          color="red"
          onClick={() => setQuestion('open')}
        >
          Delete
        </Button>
      </Group>
      <Modal
        opened={question === 'open'}
        onClose={() => setQuestion('closed')}
        // The button goes away with the row of a deleted bundle.
        returnFocus={question !== 'answered'}
        title="Delete this bundle?"
      >
        <DeleteForm
          bundle={bundle}
          onClose={() => setQuestion('closed')}
          onDeleted={() => {
            setQuestion('answered');
            onDeleted();
          }}
        />
      </Modal>
    </li>
  );
}

function DeleteForm({
  bundle,
  onClose,
  onDeleted,
}: {
  bundle: BundleView;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const [withFiles, setWithFiles] = useState(false);
  const [remove, { isLoading }] = useDeleteBundleMutation();

  async function confirm() {
    const { error } = await remove({ id: bundle.id, keepFiles: !withFiles });
    if (error) {
      showFailureToast(sentenceOf(error, 'The bundle could not be deleted'));
      onClose();
    } else {
      showSuccessToast('Bundle deleted', timings.fileToast);
      onDeleted();
    }
  }

  return (
    <Stack gap="md">
      <Text size="sm">“{bundle.name}” and its links will be gone at once. This cannot be undone.</Text>
      {bundle.files.length > 0 && (
        <Checkbox
          label={`Delete its ${plural(bundle.files.length, 'file')} too`}
          checked={withFiles}
          onChange={(event) => setWithFiles(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          Delete bundle
        </Button>
      </Group>
    </Stack>
  );
}
