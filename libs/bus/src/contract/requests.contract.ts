import { AppError } from '@waybill/contracts';
import { runInContext } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import { type RunningService, startServiceOn } from '../testing/start-service.js';
import type { BusTransport } from '../bus-transport.js';
import type { OpenBus } from './open-bus.js';
import {
  SampleProducer,
  fail,
  context,
  databaseOf,
  echo,
  hold,
  recall,
  refuse,
  stream,
  strict,
  unhandled,
  unserved,
} from './sample-services.js';

/** Requests, on every bus. */
export function describeRequests(openBus: OpenBus): void {
  describe('requests', () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>>;
    let transport: BusTransport;
    let service: RunningService;
    let alpha: SampleProducer;

    beforeAll(async () => {
      postgres = await startPostgres();
      transport = await openBus(postgres.url);
      alpha = new SampleProducer();
      service = await startServiceOn(transport, {
        module: alpha.module(),
        database: databaseOf('alpha'),
        service: 'alpha',
        url: postgres.url,
      });
    });

    afterAll(async () => {
      await service.close();
      await transport.close();
      await postgres.stop();
    });

    it('returns the output of the handler', async () => {
      await expect(service.bus.request(echo, { a: [1, { b: null }] })).resolves.toEqual({
        a: [1, { b: null }],
      });
    });

    it('accepts a handler that returns an observable', async () => {
      await expect(service.bus.request(stream, { n: 3 })).resolves.toEqual({ n: 3 });
    });

    it('rejects invalid input with the messages of the schema', async () => {
      const input = { n: 'three' as unknown as number };
      await expect(service.bus.request(strict, input)).rejects.toMatchObject({
        code: 'request.invalid',
        errors: [{ field: 'n' }],
      });
    });

    it('returns no field beyond its contract', async () => {
      await expect(service.bus.request(strict, { n: 1 })).resolves.toEqual({ n: 1 });
    });

    it('rejects with the AppError that the handler threw', async () => {
      const error: unknown = await service.bus.request(refuse, {}).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        code: 'auth.too-many-attempts',
        status: 429,
        retryAfterSeconds: 7,
        message: 'Too many attempts. Please wait a moment and try again.',
      });
    });

    it('reveals nothing of an unexpected error of the handler', async () => {
      const error: unknown = await service.bus.request(fail, {}).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'server.failed', cause: undefined });
      expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
    });

    it('rejects with server.unavailable when the service does not handle the request', async () => {
      await expect(service.bus.request(unhandled, {})).rejects.toMatchObject({ code: 'server.unavailable' });
    });

    it('rejects with server.unavailable when the service does not exist', async () => {
      await expect(service.bus.request(unserved, {})).rejects.toMatchObject({ code: 'server.unavailable' });
    });

    it('times out when the reply takes too long', async () => {
      let open: () => void = () => undefined;
      alpha.gate = new Promise((resolve) => (open = resolve));
      await expect(service.bus.request(hold, { n: 1 }, { timeoutMs: 20 })).rejects.toMatchObject({
        code: 'server.timeout',
      });
      open();
    });

    it('does not execute a request after its deadline', async () => {
      const late = service.bus.request(hold, { n: 2 }, { timeoutMs: 5 });
      const outcome = expect(late).rejects.toMatchObject({ code: 'server.timeout' });
      const until = Date.now() + 30;
      while (Date.now() < until);
      await outcome;
      await service.bus.request(echo, {});
      expect(alpha.begun).not.toContain(2);
    });

    it('handles a request in the call context of the caller', async () => {
      const reply = runInContext({ correlationId: 'call-1' }, () => service.bus.request(context, {}));
      await expect(reply).resolves.toEqual({ ids: ['call-1', 'call-1'] });
    });

    it('starts a call context when the caller has none', async () => {
      const { ids } = await service.bus.request(context, {});
      expect(new Set(ids).size).toBe(1);
    });

    it('handles requests concurrently', async () => {
      let open: () => void = () => undefined;
      alpha.gate = new Promise((resolve) => (open = resolve));
      const held = Array.from({ length: 50 }, (_, n) => service.bus.request(hold, { n }));
      await expect(service.bus.request(strict, { n: 1 })).resolves.toEqual({ n: 1 });
      open();
      const answers = await Promise.all(held);
      expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    });

    it('shares no object between caller and callee', async () => {
      const input = { list: [1] };
      const reply = service.bus.request(echo, input);
      input.list.push(2);
      expect(await reply).toEqual({ list: [1] });

      const { list } = (await service.bus.request(recall, {})) as { list: number[] };
      list.push(2);
      expect(alpha.memory).toEqual({ list: [1] });
    });
  });
}
