import type { AnalyticsReport } from '@waybill/contracts';
import { ArcElement, Chart, DoughnutController, Tooltip } from 'chart.js';
import { Doughnut } from 'react-chartjs-2';
import { useChartMotion } from '../chart-motion.js';
import { useIsDark } from '../use-is-printing.js';
import classes from './analytics.module.css';

Chart.register(ArcElement, DoughnutController, Tooltip);

/**
 * Ten hues that are distinct in both colour schemes and for colour-blind readers. The table next to the chart has
 * the names.
 */
const hues = [
  '#158a7d',
  '#f3b01d',
  '#3f6fb5',
  '#d2603a',
  '#7a5ea8',
  '#72c2b8',
  '#a87508',
  '#9db8de',
  '#8a9aa5',
  '#c98bb0',
];

/** The ten countries with the most downloads (spec §9), as a doughnut and as a table. */
export function CountryChart({ countries }: { countries: AnalyticsReport['countries'] }) {
  const isDark = useIsDark();
  const motion = useChartMotion();
  const data = {
    labels: countries.map(({ country }) => country),
    datasets: [
      {
        data: countries.map(({ count }) => count),
        backgroundColor: hues,
        borderColor: isDark ? '#16202d' : '#ffffff',
        // The border of a single part would be a gap in the ring.
        borderWidth: countries.length > 1 ? 2 : 0,
      },
    ],
  };
  return (
    <div className={classes.countries}>
      <div className={classes.doughnut}>
        <Doughnut
          data={data}
          options={{ cutout: '62%', plugins: { legend: { display: false } }, ...motion }}
          role="img"
          aria-label="Downloads by Country"
        />
      </div>
      <table className={classes.legend}>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Downloads</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ country, count }, index) => (
            <tr key={country}>
              <th scope="row">
                <span className={classes.swatch} style={{ background: hues[index] }} />
                {country}
              </th>
              <td>{count.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
