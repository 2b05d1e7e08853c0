import { Fragment } from 'react';

/** Facts in one line. Isolates each: a name in Arabic or Hebrew would reorder the numbers beside it. */
export function JoinedFacts({ facts }: { facts: readonly string[] }) {
  return facts.map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
}
