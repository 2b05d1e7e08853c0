import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { FileView } from '@waybill/contracts';
import { CopyField } from '../../../components/ui/copy-field.js';
import { absolute, paths } from '../../../lib/paths.js';
import { FirstLinkOff } from './first-link-off.js';

/** HTML snippet that embeds a file in another website (spec §9). Not offered for protected files. */
export function EmbedCode({ file }: { file: FileView }) {
  if (file.isFirstLinkActive === false) {
    return (
      <FirstLinkOff fileId={file.id}>
        A website can embed the file by its own address only, which opens it for nobody but you.
      </FirstLinkOff>
    );
  }
  if (file.password.Valid) {
    return (
      <Alert color="gray" icon={<IconInfoCircle />}>
        Embedding is disabled for password-protected files.
      </Alert>
    );
  }
  return (
    <>
      <CopyField
        label="Embed code"
        value={embedCodeOf(file.id)}
        button="Copy code"
        done="Embed code copied"
      />
      {file.preview.kind === 'none' && (
        <Text size="sm" c="dimmed" mt="xs">
          This kind of file has no preview: the frame will offer a download.
        </Text>
      )}
    </>
  );
}

/** An iframe of 100% width and 600px height. */
function embedCodeOf(fileId: string): string {
  const address = absolute(paths.embed(fileId));
  return `<iframe src="${address}" width="100%" height="600" frameborder="0" allowfullscreen></iframe>`;
}
