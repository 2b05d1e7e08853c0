import { Text, TextInput } from '@mantine/core';
import { plural } from '../../lib/format/duration.js';

/** Search field of a long list of files, which says how many were found. */
export function NameSearch({
  text,
  found,
  onSearch,
}: {
  text: string;
  /** Number of files that match. */
  found: number;
  onSearch: (text: string) => void;
}) {
  return (
    <div>
      <TextInput
        type="search"
        label="Find a file by its name"
        autoComplete="off"
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Text role="status" size="sm" c="dimmed" mt={4}>
        {text.trim() !== '' && `${plural(found, 'file')} found`}
      </Text>
    </div>
  );
}
