import { MIB } from '../report/size.js';
import { integrationsReport } from './integrations-report.js';

describe('integrationsReport', () => {
  const report = integrationsReport({
    machine: 'A machine.',
    command: 'npm run bench -- integrations',
    rounds: 1,
    size: 64 * MIB,
    scans: { large: { direct: [1], waybill: [2] }, small: { direct: [1], waybill: [4] } },
    webhooks: [{ label: 'Waybill, one of them dead', posts: 990, seconds: [3] }],
  });

  it('shows the rates of scans beside those of clamd alone', () => {
    expect(report).toContain('| one file of 64 MiB, MiB/s | 64 (64–64) | 32 (32–32) | 0.50 (0.50–0.50) |');
    expect(report).toContain(
      '| 200 files of 10 KiB, files/s | 200 (200–200) | 50 (50–50) | 0.25 (0.25–0.25) |',
    );
  });

  it('shows the posts per second, and the time until all living webhooks had theirs', () => {
    expect(report).toContain('| Waybill, one of them dead | 330 (330–330) | 3.00 (3.00–3.00) |');
  });
});
