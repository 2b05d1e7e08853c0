import { Anchor, Breadcrumbs, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { BundledFile } from '@waybill/contracts';
import { Suspense, useRef, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { contentOf, trailOf } from '../bundle-folders.js';
import { type BundleAccess, bundledAddressesOf } from '../bundle-access.js';
import type { BundleParts } from '../bundle-parts.js';
import { BundleFileRow, BundleFolderRow } from './bundle-rows.js';
import classes from './bundle-contents.module.css';
import { plural } from '../../../lib/format/duration.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';

const BundleViewer = lazyPart(() => import('./bundle-viewer.js').then((module) => module.BundleViewer));

/** Rows that are added at a time: a bundle has up to 10,000 files. */
const PAGE_SIZE = 200;

/**
 * State of a history entry that was added by opening a file. To close the file, the client goes back to the entry of
 * the list. Without this state the file came with the address, and the entry before is another page.
 */
const OPENED_FROM_LIST = { isOpenedFromList: true };

/** Folders and files of a bundle, with previews in place. */
export function BundleContents({
  name,
  files,
  access,
  parts,
}: {
  name: string;
  files: readonly BundledFile[];
  access: BundleAccess;
  parts: BundleParts;
}) {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState(PAGE_SIZE);
  const folder = search.get('folder') ?? '';
  const index = files.findIndex(({ id }) => id === search.get('file'));
  const content = contentOf(files, folder);
  const rows = content.folders.length + content.files.length;
  const [list, followRows] = useNewRowFocus<HTMLUListElement>(Math.min(rows, shown));

  const location = useLocation();
  const navigate = useNavigate();
  /** Entry of the history that is being left, which takes a moment. Going back twice would leave the bundle. */
  const left = useRef<unknown>(null);

  const set = (key: 'folder' | 'file', value: string | null, options?: NavigateOptions) => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === null || value === '') next.delete(key);
      else next.set(key, value);
      return next;
    }, options);
  };
  const enter = (path: string) => {
    setShown(PAGE_SIZE);
    set('folder', path);
    // The button that was pressed disappears with the list of the folder before.
    list.current?.focus();
  };
  const state = location.state as Partial<typeof OPENED_FROM_LIST> | null;
  const closeFile = () => {
    if (!state?.isOpenedFromList) set('file', null, { replace: true });
    else if (left.current !== location) {
      left.current = location;
      void navigate(-1);
    }
  };

  return (
    <Stack gap="sm">
      {folder !== '' && <Trail bundle={name} folder={folder} onEnter={enter} />}
      <Paper component="ul" ref={list} tabIndex={-1} className={classes.list} aria-label="Files">
        {content.folders.slice(0, shown).map((each) => (
          <BundleFolderRow key={each.path} folder={each} onOpen={() => enter(each.path)} />
        ))}
        {content.files.slice(0, Math.max(0, shown - content.folders.length)).map((file) => (
          <BundleFileRow
            key={file.id}
            file={file}
            addresses={bundledAddressesOf(access, file.id)}
            allowDownload={access.allowDownload}
            onOpen={() => set('file', file.id, { state: OPENED_FROM_LIST })}
          />
        ))}
        {rows === 0 && (
          <Text component="li" c="dimmed" p="md">
            This folder is empty.
          </Text>
        )}
      </Paper>
      {rows > shown && (
        <Group justify="center">
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              followRows();
              setShown(shown + PAGE_SIZE);
            }}
          >
            Show more of {plural(rows, content.folders.length > 0 ? 'item' : 'file')}
          </Button>
        </Group>
      )}
      <Suspense>
        <BundleViewer
          files={files}
          index={index}
          access={access}
          onMove={(file) => set('file', file.id, { replace: true, state })}
          onClose={closeFile}
          parts={parts}
        />
      </Suspense>
    </Stack>
  );
}

/** Breadcrumbs from the bundle to the shown folder. */
function Trail({
  bundle,
  folder,
  onEnter,
}: {
  bundle: string;
  folder: string;
  onEnter: (path: string) => void;
}) {
  const trail = [{ name: bundle, path: '' }, ...trailOf(folder)];
  return (
    <nav aria-label="Folders">
      <Breadcrumbs classNames={{ root: classes.trail, breadcrumb: classes.crumb }}>
        {trail.map(({ name, path }) =>
          path === folder ? (
            <Text key={path} size="sm" fw={600} aria-current="page">
              {name}
            </Text>
          ) : (
            <Anchor key={path} component="button" type="button" size="sm" onClick={() => onEnter(path)}>
              {name}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
