import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ChartData, ChartOptions } from 'chart.js';
import { formatDate, formatTime } from '../../../lib/format/date.js';
import { CountryChart } from './country-chart.js';
import { ViewsChart } from './views-chart.js';

interface Drawn {
  readonly data: ChartData<'line' | 'doughnut', unknown[]>;
  readonly options: ChartOptions<'line'>;
}

const drawn: Drawn[] = [];
const draw = (chart: Drawn) => {
  drawn.push(chart);
  return null;
};

// jsdom has no canvas, so the tests check the chart's options.
jest.mock('react-chartjs-2', () => ({
  Doughnut: (chart: Drawn) => draw(chart),
  Line: (chart: Drawn) => draw(chart),
}));

const shown = (chart: React.ReactNode): Drawn => {
  render(<MantineProvider env="test">{chart}</MantineProvider>);
  return drawn.at(-1)!;
};
const hour = (at: number) => new Date(Date.UTC(2026, 10, 21, at)).toISOString();

describe('the charts', () => {
  it('charts draw the cumulative views from zero, in steps of one while there are few', () => {
    const series = [
      { at: hour(1), views: 1 },
      { at: hour(2), views: 3 },
    ];
    const { data, options } = shown(<ViewsChart series={series} />);
    expect(data.datasets[0]).toMatchObject({
      label: 'Cumulative Views',
      data: [
        { x: Date.parse(hour(1)), y: 1 },
        { x: Date.parse(hour(2)), y: 3 },
      ],
    });
    expect(options.scales?.['y']).toMatchObject({ beginAtZero: true, ticks: { stepSize: 1 } });
    const label = options.plugins?.tooltip?.callbacks?.label as (item: unknown) => string;
    expect(label({ parsed: { y: 3 } })).toBe('Views: 3');

    const many = shown(<ViewsChart series={[{ at: hour(1), views: 1000 }]} />);
    expect(many.options.scales?.['y']).not.toHaveProperty('ticks.stepSize');
  });

  it.each([
    ['the time of the day within one', hour(5), formatTime],
    ['the date beyond', new Date(Date.UTC(2026, 10, 25)).toISOString(), formatDate],
  ])('charts label their ends with %s', (_, last, format) => {
    const series = [
      { at: hour(1), views: 1 },
      { at: last, views: 2 },
    ];
    const { options } = shown(<ViewsChart series={series} />);
    const tick = options.scales?.['x']?.ticks?.callback as unknown as (at: number) => string;
    expect(tick(Date.parse(hour(3)))).toBe(format(hour(3)));
  });

  it.each([
    ['move', false, undefined],
    ['stand still', true, false],
  ])('%s, as the system asks', (_, matches, animation) => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          media,
          matches: matches && media === '(prefers-reduced-motion: reduce)',
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const series = [{ at: hour(1), views: 1 }];
    expect(shown(<ViewsChart series={series} />).options.animation).toBe(animation);
    expect(shown(<CountryChart countries={[]} />).options.animation).toBe(animation);
  });

  it('charts draw a single country as a ring without a gap', () => {
    const { data } = shown(<CountryChart countries={[{ country: 'Germany', count: 2 }]} />);
    expect(data.datasets[0]).toMatchObject({ data: [2], borderWidth: 0 });
  });

  it('charts draw the countries as a doughnut, beside a table of them', () => {
    const countries = [
      { country: 'Germany', count: 2 },
      { country: 'Unknown', count: 1 },
    ];
    const { data } = shown(<CountryChart countries={countries} />);
    expect(data.labels).toEqual(['Germany', 'Unknown']);
    expect(data.datasets[0]).toMatchObject({ data: [2, 1], borderWidth: 2 });
    const rows = [...document.querySelectorAll('tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['Country', 'Downloads'],
      ['Germany', '2'],
      ['Unknown', '1'],
    ]);
  });
});
