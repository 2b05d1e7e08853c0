import { Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import {
  type BundleView,
  fieldMessages,
  type FileView,
  formatSize,
  type PlanId,
  uiMessages,
} from '@waybill/contracts';
import { useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import { ButtonLink } from '../components/ui/button-link.js';
import { ErrorState } from '../components/ui/error-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { filesBefore } from '../features/bundles/early-files.js';
import { useChangeBundleMutation, useGetBundleQuery } from '../features/bundles/bundles.api.js';
import { EarlyFilesAlert } from '../features/bundles/components/early-files-alert.js';
import { BundleFilesEditor } from '../features/bundles/components/bundle-files-editor.js';
import { ExpiryFact } from '../features/files/components/expiry-fact.js';
import { SettingsForm } from '../features/files/components/file-settings-form.js';
import { OwnerGate } from '../features/files/components/owner-only.js';
import { canChooseExpiry } from '../features/files/file-settings.js';
import { useSaveSettingsMutation } from '../features/files/file-changes.api.js';
import { useListFilesQuery } from '../features/files/files.api.js';
import { FileLinksAlert } from '../features/links/components/file-links-alert.js';
import { LinksPanel } from '../features/links/components/links-panel.js';
import { useCheckedSession } from '../features/session/hooks/use-checked-session.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { SharePanel } from '../features/sharing/components/share-panel.js';
import { UploadBox } from '../features/upload/components/upload-box.js';
import { api } from '../lib/api/api.js';
import { isFinal, sentenceOf } from '../lib/api/api-error.js';
import { usePlanLimits } from '../lib/config/config.api.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';
import { showSuccessToast } from '../lib/toast.js';
import { timings } from '../lib/timings.js';
import { useFileId } from '../lib/use-file-id.js';
import { plural } from '../lib/format/duration.js';

const noFiles: readonly FileView[] = [];

/** `/b/{uuid}/share`: all ways to share a bundle, its files and its settings, for its owner. */
export function BundleSharePage() {
  const id = useFileId();
  const session = useCheckedSession();
  const { currentData, error, refetch } = useGetBundleQuery({ id }, pollingOptions());
  // Keeps the bundle through a transient failure.
  const bundle = isFinal(error) ? undefined : currentData;
  return (
    <Stack gap="xl">
      <PageHeading title="Share your files" />
      <OwnerGate target={bundle} error={error} retry={() => void refetch()} session={session}>
        {(own) => <Panels bundle={own} plan={session.plan} />}
      </OwnerGate>
    </Stack>
  );
}

function Panels({ bundle, plan }: { bundle: BundleView; plan: PlanId }) {
  const [asksForFiles, setAsksForFiles] = useState(false);
  const session = useSession();
  // Only accounts have a list of their files.
  const isSignedIn = session.status === 'in';
  const uploads = useListFilesQuery(undefined, { ...pollingOptions(), skip: !isSignedIn });
  const own = uploads.data ?? noFiles;
  const dispatch = useDispatch();
  const showUploaded = useCallback(() => {
    dispatch(api.util.invalidateTags(['Files', 'Bundles', 'Bundle']));
  }, [dispatch]);
  const fileIds = bundle.files.map(({ id }) => id);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Paper p={{ base: 'md', sm: 'xl' }}>
            <SharePanel
              fileId={bundle.id}
              path={paths.bundle(bundle.id)}
              missing={fieldMessages.sharePageFieldsRequired}
              isFirstLinkActive={bundle.isFirstLinkActive}
            />
          </Paper>
          <Paper p={{ base: 'md', sm: 'xl' }}>
            <LinksPanel
              target={{ kind: 'bundle', id: bundle.id }}
              plan={plan}
              hasAccount={isSignedIn}
              onFirstOff={() => setAsksForFiles(fileIds.length > 0)}
            >
              {asksForFiles && <FileLinksAlert fileIds={fileIds} onDone={() => setAsksForFiles(false)} />}
            </LinksPanel>
          </Paper>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Paper p={{ base: 'md', sm: 'lg' }}>
            <Facts bundle={bundle} isSignedIn={isSignedIn} />
          </Paper>
          <Paper p={{ base: 'md', sm: 'lg' }}>
            <Stack gap="lg">
              <BundleFilesEditor
                bundle={bundle}
                candidates={
                  isSignedIn
                    ? { files: uploads.data, error: uploads.error, retry: () => void uploads.refetch() }
                    : null
                }
              />
              <UploadBox
                sender={session.user}
                plan={plan}
                own={own}
                isCompact
                targetBundleId={bundle.id}
                onUploaded={showUploaded}
              />
              {!uploads.data && uploads.error && (
                <ErrorState
                  message={sentenceOf(uploads.error, uiMessages.filesLoadFailed)}
                  onRetry={() => void uploads.refetch()}
                />
              )}
              <EarlyFiles bundle={bundle} own={own} plan={plan} />
            </Stack>
          </Paper>
          <Paper p={{ base: 'md', sm: 'lg' }}>
            <Settings bundle={bundle} plan={plan} />
          </Paper>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function EarlyFiles({
  bundle,
  own,
  plan,
}: {
  bundle: BundleView;
  /** Files of the owner. */
  own: readonly FileView[];
  plan: PlanId;
}) {
  const limits = usePlanLimits(plan);
  const [save] = useSaveSettingsMutation();
  if (!canChooseExpiry(limits)) return null;
  const inBundle = new Set(bundle.files.map(({ id }) => id));
  return (
    <EarlyFilesAlert
      bundle={bundle}
      files={filesBefore(
        bundle.deleteAt,
        own.filter(({ id }) => inBundle.has(id)),
      )}
      keep={async (id, deleteAt) => (await save({ id, settings: { deleteAt } })).error}
    />
  );
}

function Facts({ bundle, isSignedIn }: { bundle: BundleView; isSignedIn: boolean }) {
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {bundle.name}
        </Text>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {plural(bundle.files.length, 'file')} · {formatSize(bundle.size)}
          </Text>
          <ExpiryFact deleteAt={bundle.deleteAt} />
        </Group>
      </div>
      <Group gap="xs">
        <ButtonLink
          to={paths.bundle(bundle.id)}
          variant="default"
          size="sm"
          leftSection={<IconExternalLink size={17} />}
        >
          View
        </ButtonLink>
        {isSignedIn && (
          <ButtonLink to={paths.bundleAnalytics(bundle.id)} variant="default" size="sm">
            Analytics
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

function Settings({ bundle, plan }: { bundle: BundleView; plan: PlanId }) {
  const [change] = useChangeBundleMutation();
  return (
    <Stack gap="md" component="section" aria-labelledby="bundle-settings">
      <Title order={2} fz="h3" id="bundle-settings">
        Settings
      </Title>
      <SettingsForm
        file={{
          originalName: bundle.name,
          createdAt: bundle.createdAt,
          deleteAt: { Time: bundle.deleteAt, Valid: bundle.deleteAt !== null },
          password: { Valid: bundle.isPasswordProtected },
        }}
        plan={plan}
        flow="edit"
        nameLabel="Name"
        save={async ({ originalName: name, ...settings }) => {
          const { error } = await change({
            id: bundle.id,
            settings: { ...settings, ...(name !== undefined && { name }) },
          });
          return error;
        }}
        onSaved={() => showSuccessToast('Settings saved', timings.fileToast)}
      />
    </Stack>
  );
}
