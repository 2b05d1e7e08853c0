import { AppError } from '@waybill/contracts';
import { describeWithServer, eventually, startRabbitMqCluster } from '@waybill/testing';
import { SampleProducer, echo } from '../../contract/sample-services.js';
import { useBus } from '../../contract/test-bus.js';
import type { Bus } from '../../bus.js';
import { openBusOn, publishNumber, startBeta } from './testing/rabbitmq-test-kit.js';

/** Longest time without a successful request after a node was lost. */
const BOUND_MS = 20_000;
const REQUEST_TIMEOUT_MS = 5000;
const LONG_TIMEOUT = { timeoutMs: 180_000 };

// Longer than all timeouts of the steps together, so that a failure names the step that timed out.
jest.setTimeout(1_800_000);

describeWithServer('the RabbitMQ bus on a cluster of three nodes', startRabbitMqCluster, (cluster) => {
  const test = useBus(openBusOn(() => cluster().url));

  it.each(['kill', 'terminate'] as const)(
    'serves requests and loses no event while each node is lost in turn (%s)',
    async (end) => {
      const betas = [await startBeta(test), await startBeta(test)] as const;
      const alphas = [
        await test.start('alpha', new SampleProducer(), await test.open()),
        await test.start('alpha', new SampleProducer(), await test.open()),
      ] as const;
      const transports = [...betas, ...alphas.map((service) => ({ service }))].map(
        ({ service }) => service.transport,
      );
      const callers = [test.transport.client(), ...alphas.map(({ bus }) => bus)].map(
        (bus) => new Caller(bus),
      );
      const published: number[] = [];
      const publishingEnd = new AbortController();
      const publishing = (async () => {
        for (let n = 0; !publishingEnd.signal.aborted; n++) {
          await publishNumber(alphas[n % 2 ? 0 : 1], n);
          published.push(n);
        }
      })();
      try {
        for (const node of cluster().nodes) {
          await node[end]();
          const lostAt = Date.now();
          const applied = (await betas[0].effects()).length;
          for (const caller of callers) {
            await eventually(() => expect(caller.succeededAt).toBeGreaterThan(lostAt), {
              timeoutMs: BOUND_MS,
            });
          }
          await eventually(
            async () => expect((await betas[0].effects()).length).toBeGreaterThan(applied + 20),
            LONG_TIMEOUT,
          );
          await node.restart();
          await eventually(() => Promise.all(transports.map((transport) => transport.check())), LONG_TIMEOUT);
        }
      } finally {
        publishingEnd.abort();
        await publishing;
        await Promise.all(callers.map((caller) => caller.stop()));
      }
      await eventually(() => expect(betas[0].effects()).resolves.toEqual(published), LONG_TIMEOUT);
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
      const gaps = callers.map(({ longestGapMs }) => (longestGapMs / 1000).toFixed(1)).join(', ');
      const failed = callers.reduce((sum, { failures }) => sum + failures.length, 0);
      process.stderr.write(
        `${end}: ${published.length} events, none lost; longest time without an answer of each caller: ${gaps} s; ` +
          `${failed} requests failed\n`,
      );
      for (const { failures, longestGapMs } of callers) {
        expect(failures.filter((code) => !/^server\.(unavailable|timeout)$/.test(code))).toEqual([]);
        expect(longestGapMs).toBeLessThan(BOUND_MS);
      }
    },
  );
});

/** Sends one request after the other until it is stopped. */
class Caller {
  readonly failures: string[] = [];
  /** When the last successful request was sent: milliseconds since the epoch. */
  succeededAt = Date.now();
  longestGapMs = 0;
  private isRunning = true;
  private readonly running: Promise<void>;

  constructor(private readonly bus: Bus) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let lastSuccess = Date.now(); this.isRunning;) {
      const sentAt = Date.now();
      try {
        await this.bus.request(echo, { sentAt }, { timeoutMs: REQUEST_TIMEOUT_MS });
        this.succeededAt = sentAt;
        this.longestGapMs = Math.max(this.longestGapMs, Date.now() - lastSuccess);
        lastSuccess = Date.now();
      } catch (error) {
        this.failures.push(AppError.from(error).code);
        // A failure while the broker is unavailable comes immediately. Let other work run.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}
