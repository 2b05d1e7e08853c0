/** Texts of the seeded documents. A line is a paragraph or a row; tabs separate cells. */
export const report = [
  'Quarterly report',
  'Harbour & Sons, third quarter of 2026',
  'Arrivals rose by eight per cent, mostly in August. The new quay was open on all but three days.',
  'Two cranes were replaced. Waiting times fell from fifty to thirty-five minutes.',
  'Outlook',
  'We expect a quiet winter, and the northern line from March on.',
]
  .join('\n')
  .replaceAll('&', '&amp;');

export const sheet = [
  ['Item', 'Q1', 'Q2', 'Q3', 'Q4', 'Total'],
  ...[
    ['Cranes', 120, 80, 95, 60],
    ['Dues', 310, 325, 340, 300],
    ['Staff', 540, 540, 555, 555],
    ['Energy', 88, 61, 57, 92],
    ['Repairs', 40, 72, 35, 51],
  ].map(([item, ...quarters]) => [item, ...quarters, quarters.reduce((sum, value) => sum + value)]),
]
  .map((row) => row.join('\t'))
  .join('\n');

export const slide = ['Kick-off', 'Goals of the project', 'Team and roles', 'First steps until March'].join(
  '\n',
);

export const source = `/** Price of a crane for some hours, in euros. */
function priceOf(hours: number): number {
  const perHour = hours > 8 ? 95 : 120;
  return hours * perHour;
}
`;
