import { Group, Text } from '@mantine/core';
import { type FileView, formatSize } from '@waybill/contracts';
import { FirstRows } from '../../../components/ui/first-rows.js';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { JoinedFacts } from '../../../components/ui/joined-facts.js';
import { TextLink } from '../../../components/ui/text-link.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { paths } from '../../../lib/paths.js';

/** The received files with their senders. Deleted and expired files are left out. */
export function ReceivedFiles({ files }: { files: readonly FileView[] }) {
  if (files.length === 0) return null;
  return (
    <FirstRows rows={files} unit="files" gap={0} aria-label="Files received">
      {(file) => (
        <Group
          key={file.id}
          component="li"
          gap="sm"
          wrap="nowrap"
          py="xs"
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        >
          <FileIcon mimeType={file.mimeType} size={22} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <TextLink to={paths.view(file.id)} fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {file.received?.path ?? file.originalName}
            </TextLink>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <JoinedFacts
                facts={[...sendersOf(file), formatSize(file.size), formatDateTime(file.createdAt)]}
              />
            </Text>
          </div>
        </Group>
      )}
    </FirstRows>
  );
}

function sendersOf({ received }: FileView): string[] {
  const { senderName, senderEmail } = received ?? {};
  return [senderName, senderEmail].filter((name) => typeof name === 'string');
}
