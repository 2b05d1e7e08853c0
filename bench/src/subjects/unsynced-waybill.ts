/**
 * The parts of the standalone build that this program uses. No project may import them by name
 * (docs/architecture.md, "Rules").
 */
interface Standalone {
  readEnvironment(environment: NodeJS.ProcessEnv): unknown;
  startWaybill(
    environment: unknown,
    options: { webRoot: null; syncObjects: boolean },
  ): Promise<{ close(): Promise<void> }>;
}

/**
 * Starts Waybill as `standalone/src/main.ts` does, but acknowledges an upload before it is synced to disk, as the
 * references do. For comparison only: an acknowledged upload must survive a crash.
 */
const { readEnvironment } = (await load('environment.js')) as Standalone;
const { startWaybill } = (await load('waybill.js')) as Standalone;
const waybill = await startWaybill(readEnvironment(process.env), { webRoot: null, syncObjects: false });
process.once('SIGTERM', () => void waybill.close().finally(() => process.exit()));

function load(file: string): Promise<unknown> {
  return import(new URL(`../../../standalone/dist/${file}`, import.meta.url).href);
}
