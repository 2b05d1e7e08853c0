import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportAddress, isNarrowed, type ReportQuery, wholeReport } from '../report-query.js';

export interface LinkChoice {
  readonly id: string;
  readonly name: string;
}

/** Narrows the report by time, link and country, counts bots too, and exports what is shown. */
export function ReportFilters({
  query,
  links,
  countries,
  onChange,
}: {
  query: ReportQuery;
  links: readonly LinkChoice[];
  countries: readonly string[];
  onChange: (query: ReportQuery) => void;
}) {
  return (
    <Group role="group" aria-label="Filters" align="end" gap="sm">
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
      {isNarrowed(query) && (
        <Button variant="subtle" onClick={() => onChange(wholeReport(query.kind, query.id))}>
          Reset
        </Button>
      )}
      <Group gap="xs" ml={{ base: 0, sm: 'auto' }}>
        {(['csv', 'json'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={exportAddress(query, format)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export {format.toUpperCase()}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
