export interface Verification {
  readonly createdAt: string;
  readonly rows: number;
  readonly objects: number;
  readonly rowsOnly: boolean;
  /** Objects that the store did not have any more when the backup was made. */
  readonly lost: number;
  readonly milliseconds: number;
}

/** Output of `verify` for an intact backup. Also says what a restore of it cannot bring back. */
export function verificationReport(verification: Verification): string {
  const { createdAt, rows, objects, rowsOnly, lost, milliseconds } = verification;
  const seconds = (milliseconds / 1000).toFixed(1);
  const lines = [
    `The backup of ${createdAt} can be restored: ${rows} rows and ${objects} objects, verified in ${seconds} s.`,
  ];
  if (rowsOnly) lines.push('The backup has rows only: the object store must have the objects of that time.');
  if (lost > 0)
    lines.push(
      `The bytes of ${lost} objects are not in it: they were deleted while it was made, or the store had lost them.`,
    );
  return lines.map((line) => `${line}\n`).join('');
}
