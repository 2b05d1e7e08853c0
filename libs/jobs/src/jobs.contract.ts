import type { DynamicModule } from '@nestjs/common';
import { type CallContext, ManualClock, currentContext, metrics, runInContext } from '@waybill/service-kit';
import { eventually, metricIn } from '@waybill/testing';
import { count, type JobsProcess, type Perform, startJobsProcess } from './jobs-process.contract.js';

/** Creates the module under test on the test's server. Two modules act as two processes. */
export type MakeModule = (url: string, performs: boolean) => DynamicModule;

/** Starts an empty server for one test. */
export type StartServer = () => Promise<{ url: string; stop(): Promise<void> }>;

/** The contract suite of background jobs. Every backend runs it. */
export function describeJobs(name: string, startServer: StartServer, makeModule: MakeModule): void {
  describe(name, () => {
    const clock = new ManualClock();
    const closers: (() => Promise<void>)[] = [];
    let url: string;

    beforeEach(async () => {
      const server = await startServer();
      closers.push(() => server.stop());
      url = server.url;
    });

    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close();
    });

    async function start(perform?: Perform): Promise<JobsProcess> {
      const started = await startJobsProcess(makeModule(url, perform !== undefined), clock, perform);
      closers.push(() => started.close());
      return started;
    }

    const succeed: Perform = () => Promise.resolve();
    const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

    it('performs a job once, with its data', async () => {
      const { jobs, done } = await start(succeed);
      for (const n of [1, 2, 3]) await jobs.add(count, { n });
      await eventually(() => expect([...done].sort()).toEqual([1, 2, 3]));
    });

    it('performs every attempt in the call context in which the job was added', async () => {
      const seen: (CallContext | undefined)[] = [];
      const { jobs } = await start(() => {
        seen.push(currentContext());
        return seen.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      });
      const context = {
        correlationId: 'call-1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      };
      await runInContext(context, () => jobs.add(count, { n: 1 }));
      await eventually(() => expect(seen).toEqual([context, context, context]));
    });

    it('counts jobs by state, and attempts by outcome', async () => {
      const attempts = (text: string, outcome: string) =>
        metricIn(text, `waybill_job_duration_seconds_count{kind="test.count-things",outcome="${outcome}"}`);
      const before = await metrics.render();
      const { jobs } = await start(() => Promise.reject(new Error('never')));
      await jobs.add(count, { n: 1 });
      await jobs.add(count, { n: 2 }, { runAt: inMs(3_600_000) });
      await eventually(async () => {
        const now = await metrics.render();
        expect(metricIn(now, 'waybill_jobs{kind="test.count-things",state="delayed"}')).toBe(1);
        expect(metricIn(now, 'waybill_jobs{kind="test.count-things",state="failed"}')).toBe(1);
        expect(attempts(now, 'failed') - attempts(before, 'failed')).toBe(1);
        expect(attempts(now, 'retried') - attempts(before, 'retried')).toBe(2);
      });
    });

    it('refuses a job with data that violates its schema', async () => {
      const { jobs } = await start();
      await expect(jobs.add(count, { n: 1.5 })).rejects.toThrow();
    });

    it('retries a job until it succeeds', async () => {
      let tries = 0;
      const { jobs, done } = await start(() =>
        ++tries < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
      );
      await jobs.add(count, { n: 1 });
      await eventually(() => expect(done).toEqual([1]));
      expect(tries).toBe(3);
    });

    it('marks a job as failed after its last attempt, and performs the others', async () => {
      let tries = 0;
      const { jobs, done } = await start((n) => {
        if (n === 2) return Promise.resolve();
        tries++;
        return Promise.reject(new Error('never'));
      });
      await jobs.add(count, { n: 1 }, { id: 'poison' });
      await eventually(() => expect(tries).toBe(3));
      await jobs.add(count, { n: 2 }, { id: 'poison' });
      await eventually(() => expect(done).toEqual([2]));
      expect(tries).toBe(3);
    });

    it('performs a delayed job no earlier than its time', async () => {
      const performedAt = new Map<number, number>();
      const { jobs } = await start((n) => Promise.resolve(void performedAt.set(n, Date.now())));
      const added = Date.now();
      await jobs.add(count, { n: 1 }, { runAt: inMs(300) });
      await jobs.add(count, { n: 2 }, { runAt: inMs(-1000) });
      // In any order: on a busy machine the first job is due before the second one is added.
      await eventually(() => expect(performedAt.size).toBe(2));
      expect(performedAt.get(1)).toBeGreaterThanOrEqual(added + 300);
    });

    it('enqueues a job once per id', async () => {
      const adding = await start();
      await adding.jobs.add(count, { n: 1 }, { id: 'a' });
      await adding.jobs.add(count, { n: 2 }, { id: 'a' });
      await adding.jobs.add(count, { n: 3 }, { id: 'b' });
      const { done } = await start(succeed);
      await eventually(() => expect([...done].sort()).toEqual([1, 3]));
    });

    it('enqueues a job with the id of an ended one', async () => {
      const { jobs, done } = await start(succeed);
      for (const n of [1, 2, 3]) {
        await jobs.add(count, { n }, { id: 'a' });
        await eventually(() => expect(done).toContain(n));
      }
    });

    it('performs a job once more when it is added with the id of a running one', async () => {
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      const begun: number[] = [];
      const { jobs, done } = await start((n) => {
        begun.push(n);
        return gate;
      });
      await jobs.add(count, { n: 1 }, { id: 'a' });
      await eventually(() => expect(begun).toEqual([1]));
      await jobs.add(count, { n: 2 }, { id: 'a' });
      await jobs.add(count, { n: 3 }, { id: 'b' });
      await eventually(() => expect(begun).toEqual([1, 3]));
      open();
      await eventually(() => expect([...done].sort()).toEqual([1, 2, 3]));
    });

    it('removes a waiting job, which can then be added again', async () => {
      const { jobs, done } = await start(succeed);
      await jobs.add(count, { n: 1 }, { id: 'a', runAt: inMs(600_000) }); // not due before its removal
      await jobs.remove(count, 'a');
      await jobs.remove(count, 'a');
      await jobs.add(count, { n: 2 }, { id: 'a', runAt: inMs(400) });
      await eventually(() => expect(done).toEqual([2]));
    });

    it('continues a running job that is removed', async () => {
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      let begun = false;
      const { jobs, done } = await start(() => {
        begun = true;
        return gate;
      });
      await jobs.add(count, { n: 1 }, { id: 'a' });
      await eventually(() => expect(begun).toBe(true));
      await jobs.remove(count, 'a');
      open();
      await eventually(() => expect(done).toEqual([1]));
    });

    it('performs a scheduled job immediately and then once per interval for all replicas', async () => {
      const replicas = [await start(succeed), await start(succeed), await start(succeed)];
      const started = Date.now();
      await Promise.all(replicas.map(({ jobs }) => jobs.every(count, 400, { n: 1 })));
      const runs = () => replicas.flatMap(({ done }) => done).length;
      await eventually(() => expect(runs()).toBeGreaterThanOrEqual(1));
      await eventually(() => expect(runs()).toBeGreaterThanOrEqual(4));
      const intervals = (Date.now() - started) / 400;
      expect(runs()).toBeLessThanOrEqual(Math.ceil(intervals) + 1);
    });

    it('schedules a job that other replicas schedule over and over, while its iterations are due', async () => {
      const replicas = [await start(succeed), await start(succeed), await start(succeed)];
      for (let time = 0; time < 100; time++)
        await Promise.all(replicas.map(({ jobs }) => jobs.every(count, 20, { n: 1 })));
      const before = replicas.flatMap(({ done }) => done).length;
      await eventually(() => expect(replicas.flatMap(({ done }) => done).length).toBeGreaterThan(before));
    });

    it('keeps jobs over a restart', async () => {
      const before = await start();
      await before.jobs.add(count, { n: 1 });
      await before.jobs.add(count, { n: 2 }, { runAt: inMs(50) });
      await before.close();
      const { done } = await start(succeed);
      await eventually(() => expect([...done].sort()).toEqual([1, 2]));
    });

    it('performs a job again when its worker was killed', async () => {
      let taken = false;
      const dying = await start(
        () =>
          new Promise(() => {
            taken = true;
          }),
      );
      await dying.jobs.add(count, { n: 1 });
      await eventually(() => expect(taken).toBe(true));
      // Closing aborts the job and leaves it active, as kill -9 would.
      await dying.close();
      const { done } = await start(succeed);
      await eventually(() => expect(done).toEqual([1]));
    });

    it('finishes running jobs before the process closes', async () => {
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      let begun = false;
      const process = await start(() => {
        begun = true;
        return gate;
      });
      await process.jobs.add(count, { n: 1 });
      await eventually(() => expect(begun).toBe(true));
      const closed = process.close();
      open();
      await closed;
      expect(process.done).toEqual([1]);
    });

    it('aborts running jobs when the closing process cannot wait any longer', async () => {
      let begun = false;
      let stopped = false;
      const process = await start((_n, signal) => {
        begun = true;
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('stopped'));
          });
        });
      });
      await process.jobs.add(count, { n: 1 });
      await eventually(() => expect(begun).toBe(true));
      await process.close();
      expect(stopped).toBe(true);
      expect(process.done).toEqual([]);
      const next = await start(succeed);
      await eventually(() => expect(next.done).toEqual([1]));
    });

    it('reports a healthy component while the backend is available', async () => {
      const { health } = await start();
      await expect(health.check()).resolves.toMatchObject({ jobs: 'ok' });
    });
  });
}
