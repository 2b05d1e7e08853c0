/** What we use of the standalone profile's build, which no project may import by name (design, rule 10). */
interface Standalone {
  readEnvironment(environment: NodeJS.ProcessEnv): unknown;
  startWaybill(
    environment: unknown,
    options: { webRoot: null; syncObjects: boolean },
  ): Promise<{ close(): Promise<void> }>;
}

/**
 * Waybill as `standalone/src/main.ts` starts it, except that an upload is acknowledged before it is on the disk,
 * as the references do. Only here: it breaks the promise that what was acknowledged survives a crash.
 */
const { readEnvironment } = (await load('environment.js')) as Standalone;
const { startWaybill } = (await load('waybill.js')) as Standalone;
const waybill = await startWaybill(readEnvironment(process.env), { webRoot: null, syncObjects: false });
process.once('SIGTERM', () => void waybill.close().finally(() => process.exit()));

function load(file: string): Promise<unknown> {
  return import(new URL(`../../../standalone/dist/${file}`, import.meta.url).href);
}
