import { Box, Button, Stack } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { previewMessages, uiMessages, type UnlockedPreviewView } from '@waybill/contracts';
import { useState } from 'react';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { isApiError, isFinal, sentenceOf } from '../../../lib/api/api-error.js';
import { timings } from '../../../lib/timings.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';
import { DocumentPassword } from './document-password.js';
import { PdfViewer } from './pdf-viewer.js';
import {
  unlockedRendition,
  useGetUnlockedPreviewQuery,
  useUnlockPreviewMutation,
} from './unlocked-previews.api.js';

/** Asks for the password of an Office file, which the server converts with it, and shows the PDF. */
export function EncryptedDocument({
  rendition,
  ...viewer
}: {
  /** Address of the rendition, with the token or bundle that opens the file. */
  rendition: string;
  size: number;
  name: string;
  download: OfferedDownload;
  reading?: string | null;
  onDenied?: () => void;
}) {
  const [unlock, { data: started, error, isLoading }] = useUnlockPreviewMutation();
  const [isPending, setPending] = useState(false);
  const [gaveUp, setGaveUp] = useState(false);
  const { data: polled, error: pollError } = useGetUnlockedPreviewQuery(
    started && !gaveUp ? { rendition, id: started.id } : skipToken,
    { pollingInterval: isPending ? timings.previewPoll : 0, skipPollingIfUnfocused: true },
  );
  const current = polled?.id === started?.id ? polled : started;
  const state = current?.state;
  const isNowPending = state === 'pending' && !isFinal(pollError);
  if (isNowPending !== isPending) setPending(isNowPending);

  function open(password: string) {
    void unlock({ rendition, password })
      .unwrap()
      .catch((refusal: unknown) => {
        if (isApiError(refusal) && refusal.status === 401) viewer.onDenied?.();
      });
  }

  if (gaveUp) return <NoPreview message={previewMessages.documentEncrypted} download={viewer.download} />;
  if (isLoading || isNowPending) return <Opening onCancel={() => setGaveUp(true)} />;
  if (current?.state === 'ready')
    return <PdfViewer url={unlockedRendition(rendition, current.id)} {...viewer} />;
  return (
    <Box style={{ overflow: 'auto' }}>
      <DocumentPassword
        note="It is sent to the server to open the document, and deleted afterwards."
        error={problemOf(state, error ?? pollError)}
        onSubmit={open}
        onCancel={() => setGaveUp(true)}
      />
    </Box>
  );
}

function Opening({ onCancel }: { onCancel: () => void }) {
  return (
    <Stack align="center" gap="xs">
      <LoadingState label="Opening the document…" />
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Stack>
  );
}

/** Why the last password did not open the document; null before the first one. */
function problemOf(state: UnlockedPreviewView['state'] | undefined, error: unknown): string | null {
  if (error) return sentenceOf(error, previewMessages.officeFailed);
  if (state === undefined) return null;
  return state === 'incorrect' ? uiMessages.incorrectPassword : previewMessages.officeFailed;
}
