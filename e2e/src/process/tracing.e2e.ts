import { eventually } from '@waybill/testing';
import { ApiClient } from '../support/api-client.js';
import { Standalone } from '../support/standalone.js';
import { TraceCollector } from '../support/trace-collector.js';

/** Prints a line when a file with the code of OpenTelemetry's SDK is loaded, by the name of one of its classes. */
const watch = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (String(loaded.source).includes('BatchSpanProcessor')) process.stderr.write('loads the SDK\\n');
      return loaded;
    },
  });
`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watch)}`;

describe('tracing on the standalone profile', () => {
  let waybill: Standalone | undefined;
  afterEach(() => waybill?.dispose());

  it('does not load the OpenTelemetry SDK without a collector', async () => {
    waybill = await Standalone.start({ NODE_OPTIONS });
    await new ApiClient(waybill.url).upload();
    expect(waybill.log).not.toContain('loads the SDK');
  });

  it('exports the trace of an upload to the collector', async () => {
    const collector = await TraceCollector.start();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'debug', NODE_OPTIONS };
    waybill = await Standalone.start(environment);
    const since = new Date();
    const visitor = new ApiClient(waybill.url);
    const id = await visitor.upload();
    expect((await visitor.get(`/api/files/${id}/download`)).status).toBe(200);
    await eventually(() => {
      const names = collector.traceOf('POST /api/upload', since).map(({ name }) => name);
      expect(names).toContain('handle files.upload.commit');
      expect(names).toContain('consume files.file.uploaded');
    });
    expect(waybill.log).toContain('loads the SDK');
    await waybill.stop();
    collector.stop();
  });
});
