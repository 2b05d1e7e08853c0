import { Text } from '@mantine/core';

/** A name and its value in a `dl`. `size`: large for headline figures. */
export function Stat({ name, value, size = 'md' }: { name: string; value: string; size?: 'md' | 'xl' }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text
        component="dd"
        m={0}
        fw={600}
        fz={size === 'xl' ? 28 : 'md'}
        lh={size === 'xl' ? 1.25 : undefined}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Text>
    </div>
  );
}
