import { Text } from '@mantine/core';
import { ExpiryText } from './expiry-text.js';

/** Expiry among other facts, where no heading says what "Never" is about. */
export function ExpiryFact({ deleteAt }: { deleteAt: string | null }) {
  return deleteAt === null ? <Text size="sm">Never expires</Text> : <ExpiryText deleteAt={deleteAt} />;
}
