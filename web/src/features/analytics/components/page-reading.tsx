import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnalyticsReport } from '@waybill/contracts';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { thumbnailOf } from '../../../lib/access/file-addresses.js';
import { formatSeconds } from '../../../lib/format/duration.js';
import { partOf } from '../../../lib/format/part.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import classes from './page-reading.module.css';
import { Stat } from './stat.js';

const PagesOfDocument = lazyPart(() =>
  import('./pages-of-document.js').then((module) => module.PagesOfDocument),
);

/** Media types of documents that are shown page by page. All others but video and audio are shown at once. */
const PAGED = /pdf|msword|vnd\.ms-|officedocument|opendocument|rtf/;

/** Reading time of each page, and the share of the document that visitors saw on average. */
export function PageReading({ report }: { report: AnalyticsReport }) {
  const { pages, completion, file } = report;
  const [showsPages, setShowsPages] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const showPages = () => {
    // The focused button disappears: move the focus to the table of pages.
    table.current?.focus({ preventScroll: true });
    setShowsPages(true);
  };
  const isMedia = /^(video|audio)\//.test(file.mimeType);
  if (!isMedia && !PAGED.test(file.mimeType)) return <Viewing pages={pages} />;
  const withPictures = (picture: (page: number) => ReactNode) => (
    <PagesTable pages={pages} isMedia={isMedia} picture={picture} />
  );
  const isDocument = !isMedia && pages.length > 0;
  return (
    <Paper p="lg" component="section" aria-labelledby="page-reading">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} id="page-reading">
            {isMedia ? 'Playing' : 'Page by Page'}
          </Title>
          {isDocument && !showsPages && (
            <Button variant="default" size="xs" onClick={showPages}>
              Show the pages
            </Button>
          )}
        </Group>
        {pages.length === 0 ? (
          <NotYet did={isMedia ? 'played' : 'read'} />
        ) : (
          <>
            <Text>
              {isMedia
                ? `People played ${Math.round(completion * 100)}% of it on average.`
                : `Readers saw ${Math.round(completion * 100)}% of it on average.`}
              <span className={classes.meter} aria-hidden>
                <span style={{ width: `${completion * 100}%` }} />
              </span>
            </Text>
            <div
              ref={table}
              className={classes.scroller}
              tabIndex={0}
              role="region"
              aria-label="Time by page"
            >
              {showsPages ? (
                <Suspense fallback={withPictures(() => null)}>
                  <PagesOfDocument file={file} render={withPictures} />
                </Suspense>
              ) : (
                withPictures((page) =>
                  page === 1 && isDocument ? (
                    <img src={thumbnailOf(file.id)} alt="" loading="lazy" onError={hide} />
                  ) : null,
                )
              )}
            </div>
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** Time for which a file without pages, such as a picture, was looked at. */
function Viewing({ pages: [seen] }: Pick<AnalyticsReport, 'pages'>) {
  return (
    <Paper p="lg" component="section" aria-labelledby="page-reading">
      <Stack gap="md">
        <Title order={2} id="page-reading">
          Viewing
        </Title>
        {seen ? (
          <SimpleGrid component="dl" cols={3} m={0}>
            <Stat name="People who looked at it" value={seen.views.toLocaleString()} />
            <Stat name="Together" value={formatSeconds(seen.totalSeconds)} />
            <Stat name="Median" value={formatSeconds(seen.medianSeconds)} />
          </SimpleGrid>
        ) : (
          <NotYet did="looked at" />
        )}
      </Stack>
    </Paper>
  );
}

function NotYet({ did }: { did: string }) {
  return (
    <Text c="dimmed">
      Nobody has {did} it on its page yet. Downloads are not followed: what people do with a copy stays with
      them.
    </Text>
  );
}

function PagesTable({
  pages,
  isMedia,
  picture,
}: {
  pages: AnalyticsReport['pages'];
  isMedia: boolean;
  picture: (page: number) => ReactNode;
}) {
  const most = Math.max(1, ...pages.map(({ totalSeconds }) => totalSeconds));
  return (
    <table className={classes.pages}>
      <caption className={classes.caption}>
        {isMedia ? 'Seconds played of each tenth' : 'Time for which each page was read'}
      </caption>
      <thead>
        <tr>
          <th scope="col">{isMedia ? 'Tenth' : 'Page'}</th>
          <th scope="col">{isMedia ? 'People' : 'Readers'}</th>
          <th scope="col">Together</th>
          <th scope="col">Median</th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ page, views, totalSeconds, medianSeconds }) => (
          <tr key={page}>
            <th scope="row">
              <span className={classes.picture}>{picture(page)}</span>
              {isMedia ? partOf(page, 10) : page}
            </th>
            <td>{views.toLocaleString()}</td>
            <td className={classes.time}>
              <span
                className={classes.bar}
                style={{ width: `${(totalSeconds / most) * 100}%` }}
                aria-hidden
              />
              <span>{formatSeconds(totalSeconds)}</span>
            </td>
            <td>{formatSeconds(medianSeconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
