import { createLogger, metrics } from '@waybill/service-kit';
import { readSharedEnvironment } from './environment.js';
import { Shutdown } from './shutdown.js';
import { startTelemetry } from './start-telemetry.js';

describe('startTelemetry', () => {
  it('a metric names the process from its start, before its first request, until it ends', async () => {
    const shutdown = new Shutdown();
    await startTelemetry('files-worker', readSharedEnvironment({}), createLogger('test', 'silent'), shutdown);
    expect(await metrics.render()).toMatch(/^waybill_process\{process="files-worker"\} 1$/m);
    await shutdown.run();
    expect(await metrics.render()).not.toContain('waybill_process{');
  });
});
