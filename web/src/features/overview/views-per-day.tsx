import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@waybill/contracts';
import { formatUtcDay } from '../../lib/format/date.js';
import classes from './overview.module.css';

/** Views per day as columns, and as a table for screen readers. */
export function ViewsPerDay({ days, total }: { days: Overview['viewsPerDay']; total: number }) {
  const [first, last] = [days[0], days.at(-1)];
  const most = Math.max(1, ...days.map(({ views }) => views));
  return (
    <Paper p="lg" component="section" aria-labelledby="views-per-day">
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} id="views-per-day">
              Views per Day
            </Title>
            <Text size="xs" c="dimmed">
              Days in UTC
            </Text>
          </div>
          <Text fw={600}>{total.toLocaleString()} in all</Text>
        </Group>
        <div className={classes.columns} aria-hidden>
          {days.map(({ day, views }) => (
            <span
              key={day}
              title={`${formatUtcDay(day)}: ${views.toLocaleString()}`}
              className={classes.column}
            >
              <span style={{ height: `${(views / most) * 100}%` }} />
            </span>
          ))}
        </div>
        <Group justify="space-between" aria-hidden>
          <Text size="xs" c="dimmed">
            {first && formatUtcDay(first.day)}
          </Text>
          <Text size="xs" c="dimmed">
            {last && formatUtcDay(last.day)}
          </Text>
        </Group>
        {/* Hide a `div`, not the table: a table ignores its height, and would lengthen the page by its rows. */}
        <div className={classes.hidden}>
          <table>
            <caption>Views per day</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Views</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, views }) => (
                <tr key={day}>
                  <th scope="row">{formatUtcDay(day)}</th>
                  <td>{views.toLocaleString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Stack>
    </Paper>
  );
}
