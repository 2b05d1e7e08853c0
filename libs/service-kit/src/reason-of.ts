/** Code and message of an error, without a full stop. */
export function reasonOf(error: Error): string {
  // A name with several addresses: the message of the error itself is empty.
  const isOfMany = error instanceof AggregateError && error.message === '';
  const message = isOfMany
    ? error.errors.map((each) => (each instanceof Error ? each.message : String(each))).join(', ')
    : error.message;
  const code = 'code' in error ? String(error.code) : '';
  return (message.includes(code) ? message : `${code}: ${message}`).trim().replace(/\.$/, '');
}
