import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { downloadIfAvailable } from '../../../lib/access/checked-download.js';
import { exportAddress, isNarrowed, type ReportQuery, wholeReport } from '../report-query.js';

export interface ReportLink {
  readonly id: string;
  readonly name: string;
}

/** Filters the report by time, link and country, includes bots on demand, and exports the filtered report. */
export function ReportFilters({
  query,
  links,
  countries,
  views,
  onChange,
}: {
  query: ReportQuery;
  links: readonly ReportLink[];
  countries: readonly string[];
  /** Views that match; absent while they are loaded. */
  views: number | undefined;
  onChange: (query: ReportQuery) => void;
}) {
  const filters = useRef<HTMLDivElement>(null);
  const reset = () => {
    // The focused button disappears: move the focus to the filters.
    filters.current?.focus({ preventScroll: true });
    onChange(wholeReport(query.kind, query.id));
  };
  return (
    <Stack gap={4}>
      <Group
        ref={filters}
        tabIndex={-1}
        role="group"
        aria-label="Filters"
        align="end"
        gap="sm"
        // A printed report says what it was narrowed to.
        data-screen-only={!isNarrowed(query) || undefined}
      >
        <TextInput
          type="date"
          label="From"
          value={query.from}
          {...(query.to !== '' && { max: query.to })}
          onChange={({ currentTarget: { value } }) => onChange({ ...query, from: value })}
        />
        <TextInput
          type="date"
          label="To"
          value={query.to}
          {...(query.from !== '' && { min: query.from })}
          onChange={({ currentTarget: { value } }) => onChange({ ...query, to: value })}
        />
        {links.length > 1 && (
          <NativeSelect
            label="Link"
            value={query.link}
            data={[
              { value: '', label: 'All links' },
              ...links.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ ...query, link: value })}
          />
        )}
        {countries.length > 1 && (
          <NativeSelect
            label="Country"
            value={query.country}
            data={[{ value: '', label: 'All countries' }, ...countries]}
            onChange={({ currentTarget: { value } }) => onChange({ ...query, country: value })}
          />
        )}
        <Switch
          label="Include bots"
          mb={8}
          checked={query.includesBots}
          onChange={({ currentTarget: { checked } }) => onChange({ ...query, includesBots: checked })}
        />
        <Group gap="xs" ml={{ base: 0, sm: 'auto' }}>
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={exportAddress(query, format)}
              download
              onClick={downloadIfAvailable}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export {format.toUpperCase()}
            </Button>
          ))}
        </Group>
      </Group>
      <Group gap="xs">
        <Text role="status" size="sm" c="dimmed">
          {isNarrowed(query) && views !== undefined && matchesOf(views)}
        </Text>
        {isNarrowed(query) && (
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            Reset
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function matchesOf(views: number): string {
  return `${views.toLocaleString()} ${views === 1 ? 'view matches' : 'views match'} these filters.`;
}
