import { type AnalyticsReport, DAY_MS } from '@waybill/contracts';
import {
  Chart,
  type ChartOptions,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Line } from 'react-chartjs-2';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/date.js';
import { useChartMotion } from '../chart-motion.js';
import { useIsDark } from '../use-is-printing.js';
import classes from './analytics.module.css';

Chart.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip);

/** Maximum number of views with a grid line each. More lines would hide the chart. */
const MAX_SINGLE_STEPS = 20;

/** Cumulative views over time (spec §9). */
export function ViewsChart({ series }: { series: AnalyticsReport['series'] }) {
  const isDark = useIsDark();
  const motion = useChartMotion();
  const views = series.at(-1)?.views ?? 0;
  const data = {
    datasets: [
      {
        label: 'Cumulative Views',
        data: series.map(({ at, views: y }) => ({ x: new Date(at).getTime(), y })),
        borderColor: isDark ? '#45ada1' : '#0b756a',
        backgroundColor: isDark ? 'rgb(69 173 161 / 16%)' : 'rgb(11 117 106 / 10%)',
        borderWidth: 2,
        pointRadius: series.length > 60 ? 0 : 2.5,
        pointHoverRadius: 5,
        fill: true,
      },
    ],
  };
  return (
    <div className={classes.chart}>
      <Line
        data={data}
        options={{ ...optionsFor(series, isDark), ...motion }}
        role="img"
        aria-label={`Cumulative Views: ${views.toLocaleString()} so far`}
      />
    </div>
  );
}

function optionsFor(series: AnalyticsReport['series'], isDark: boolean): ChartOptions<'line'> {
  const views = series.at(-1)?.views ?? 0;
  const first = new Date(series[0]?.at ?? 0).getTime();
  const spanMs = new Date(series.at(-1)?.at ?? 0).getTime() - first;
  const isMoment = spanMs === 0;
  // Ticks within one day would all show the same date.
  const format = !isMoment && spanMs < DAY_MS ? formatTime : formatDate;
  const ink = isDark ? '#a4aebd' : '#586672';
  const grid = isDark ? '#2b3748' : '#e2e7e9';
  return {
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        bounds: 'data',
        // A single entry gets an axis of one day to either side. Chart.js would otherwise show years.
        ...(isMoment && { min: first - DAY_MS, max: first + DAY_MS }),
        grid: { display: false },
        border: { color: grid },
        ticks: { color: ink, maxTicksLimit: 5, maxRotation: 0, callback: (at) => format(Number(at)) },
      },
      y: {
        beginAtZero: true,
        grid: { color: grid },
        border: { display: false },
        ticks: { color: ink, precision: 0, ...(views <= MAX_SINGLE_STEPS && { stepSize: 1 }) },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        displayColors: false,
        callbacks: {
          title: ([item]) => (item ? formatDateTime(item.parsed.x ?? 0) : ''),
          label: ({ parsed }) => `Views: ${(parsed.y ?? 0).toLocaleString()}`,
        },
      },
    },
  };
}
