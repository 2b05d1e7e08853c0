import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconDownload, IconFolder } from '@tabler/icons-react';
import { type BundledFile, formatSize } from '@waybill/contracts';
import { useState } from 'react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { downloadIfAvailable } from '../../../lib/access/checked-download.js';
import type { FileAddresses } from '../../../lib/access/file-addresses.js';
import { type BundleFolder, fileNameOf } from '../bundle-folders.js';
import classes from './bundle-contents.module.css';
import { plural } from '../../../lib/format/duration.js';

/** A folder that can be entered. */
export function BundleFolderRow({ folder, onOpen }: { folder: BundleFolder; onOpen: () => void }) {
  return (
    <li className={classes.row}>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        <span className={classes.picture}>
          <IconFolder size={22} stroke={1.5} aria-hidden />
        </span>
        <span className={classes.facts}>
          <Text size="sm" fw={600} className={classes.name}>
            {folder.name}
          </Text>
          <Text size="xs" c="dimmed">
            {plural(folder.fileCount, 'file')} · {formatSize(folder.size)}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  );
}

/** A file that can be previewed and, unless the link is for viewing only, downloaded. */
export function BundleFileRow({
  file,
  addresses,
  allowDownload,
  onOpen,
}: {
  file: BundledFile;
  addresses: FileAddresses;
  allowDownload: boolean;
  onOpen: () => void;
}) {
  const name = fileNameOf(file.path);
  return (
    <li className={classes.row}>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        <Picture file={file} address={addresses.thumbnail} />
        <span className={classes.facts}>
          <Text size="sm" fw={600} className={classes.name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatSize(file.size)}
          </Text>
        </span>
      </UnstyledButton>
      {allowDownload && (
        <Tooltip label="Download">
          <ActionIcon
            component="a"
            href={addresses.download}
            download
            onClick={downloadIfAvailable}
            variant="default"
            size="lg"
            aria-label={`Download ${name}`}
          >
            <IconDownload size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function Picture({ file, address }: { file: BundledFile; address: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={classes.picture}>
      {file.hasThumbnail && !isBroken ? (
        <img src={address} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <FileIcon mimeType={file.mimeType} size={22} />
      )}
    </span>
  );
}
