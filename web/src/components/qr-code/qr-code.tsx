import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { uiMessages } from '@waybill/contracts';
import { useState } from 'react';
import { ErrorState } from '../ui/error-state.js';
import { showFailureToast, showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import classes from './qr-code.module.css';

const SIZE = 168;

/**
 * QR code of the public link, shown and downloadable. `slug`: of a link whose address can change. The server ignores
 * it, but the browser would show a stored image of the former address again.
 */
export function QrCode({ fileId, slug }: { fileId: string; slug?: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const address = `/api/qr-code/${fileId}${slug === undefined ? '' : `?slug=${encodeURIComponent(slug)}`}`;

  if (state === 'failed') {
    return (
      <ErrorState
        message={uiMessages.qrGenerateFailed}
        onRetry={() => {
          setState('loading');
          setAttempt(attempt + 1);
        }}
      />
    );
  }

  return (
    <Group gap="lg" align="center">
      <div className={classes.frame}>
        {state === 'loading' && <Skeleton width={SIZE} height={SIZE} pos="absolute" />}
        <img
          key={attempt}
          src={address}
          width={SIZE}
          height={SIZE}
          alt="QR code of the link"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      </div>
      <Stack gap="xs" flex="1 1 180px">
        <Text size="sm" c="dimmed">
          Point a phone’s camera at it to open the link. The code works for as long as the link.
        </Text>
        <Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={17} />}
            onClick={() => void download(address)}
          >
            Download QR code
          </Button>
        </Group>
      </Stack>
    </Group>
  );
}

/** Fetches the image, because a plain link cannot report a failure. */
async function download(address: string): Promise<void> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`QR code: HTTP ${response.status}`);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = 'waybill-qr-code.png';
    link.click();
    URL.revokeObjectURL(url);
    showSuccessToast('QR code downloaded', timings.qrToast);
  } catch {
    showFailureToast(uiMessages.qrDownloadFailed, timings.qrToast);
  }
}
