import { AppError, type EventMessage, defineEvent, defineRequest } from '@waybill/contracts';
import { createLogger, currentContext, type Logger } from '@waybill/service-kit';
import { Observable } from 'rxjs';
import { z } from 'zod';
import { Consumes } from './consumes.decorator.js';
import { Handles } from './handles.decorator.js';
import { ServiceServer } from './service-server.js';

class TestServer extends ServiceServer {
  constructor(subscribed?: readonly string[], logger: Logger = createLogger('alpha', 'silent')) {
    super({ service: 'alpha', subscribed, logger });
  }

  protected override startConsuming(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }
}

const describeThing = defineRequest(
  'alpha.things.describe',
  z.object({ n: z.int() }),
  z.object({ text: z.string() }),
);
const foreign = defineRequest('beta.things.describe', z.object({}), z.object({}));
const happened = defineEvent('beta.thing.happened', z.object({ n: z.int() }));

describe('ServiceServer', () => {
  const handler = () => Promise.resolve({ text: '' });

  it('refuses a handler that has no contract', () => {
    expect(() => new TestServer().addHandler('alpha.things.describe', handler)).toThrow('has no contract');
  });

  it('refuses two handlers of one request', () => {
    const server = new TestServer();
    server.addHandler(describeThing.name, handler, false, { contract: describeThing });
    expect(() => server.addHandler(describeThing.name, handler, false, { contract: describeThing })).toThrow(
      'twice',
    );
  });

  it('refuses two consumers of one event, of which only one would be called', () => {
    const server = new TestServer();
    server.addHandler(happened.type, handler, true, { contract: happened });
    expect(() => server.addHandler(happened.type, handler, true, { contract: happened })).toThrow('twice');
  });

  it("refuses a handler of another service's request", () => {
    expect(() => new TestServer().addHandler(foreign.name, handler, false, { contract: foreign })).toThrow(
      'belongs to beta',
    );
  });

  it.each([[[]], [['beta.thing.happened', 'beta.thing.ended']]])(
    'does not start when it consumes beta.thing.happened and the subscriptions are %j',
    async (subscribed) => {
      const server = new TestServer(subscribed);
      server.addHandler(happened.type, handler, true, { contract: happened });
      const failure = await new Promise((resolve) => server.listen(resolve));
      expect(failure).toMatchObject({ message: expect.stringContaining('differ in beta.thing') as unknown });
    },
  );

  it('handles a request in a context with the deadline of its caller', async () => {
    const server = new TestServer();
    const seen: unknown[] = [];
    const look = () => {
      seen.push(currentContext()?.deadline);
      return handler();
    };
    server.addHandler(describeThing.name, look, false, { contract: describeThing });
    const deadline = Date.now() + 10_000;
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const trace of [undefined, traceparent]) {
      const message = { name: describeThing.name, input: { n: 1 }, correlationId: 'call-1', deadline };
      await server.dispatchRequest({ ...message, traceparent: trace });
    }
    expect(seen).toEqual([deadline, deadline]);
  });

  it('logs one line without a stack for a hundred requests that an unavailable server makes fail', async () => {
    const logger = createLogger('alpha', 'silent');
    const error = jest.spyOn(logger, 'error').mockReturnValue(undefined);
    const server = new TestServer(undefined, logger);
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432');
    const refuse = () => Promise.reject(new AppError('server.unavailable', undefined, { cause }));
    server.addHandler(describeThing.name, refuse, false, { contract: describeThing });
    const message = { name: describeThing.name, input: { n: 1 }, correlationId: 'call-1' };
    for (let call = 0; call < 100; call++) {
      const dispatched = server.dispatchRequest({ ...message, deadline: Date.now() + 10_000 });
      await expect(dispatched).rejects.toMatchObject({ code: 'server.unavailable' });
    }
    const fields = { code: 'server.unavailable', reason: cause.message, request: describeThing.name };
    expect(error.mock.calls).toEqual([[fields, 'Handling a request failed']]);
  });

  it('refuses an event whose data violates its contract', async () => {
    const server = new TestServer();
    server.addHandler(happened.type, handler, true, { contract: happened });
    const event = { type: happened.type, correlationid: 'c', data: { n: 'one' } } as unknown as EventMessage;
    await expect(server.dispatchEvent(event)).rejects.toThrow('expected number');
  });
});

const seen: number[] = [];

/** Checked by the compiler: an `@ts-expect-error` is an error itself once the line below it compiles. */
export class Mistakes {
  @Handles(describeThing)
  right({ n }: { n: number }) {
    return Promise.resolve({ text: String(n) });
  }

  @Handles(describeThing)
  rightWithoutInput(): Observable<{ text: string }> {
    return new Observable();
  }

  // @ts-expect-error The contract has no `m`.
  @Handles(describeThing)
  wrongInput({ m }: { m: number }) {
    return Promise.resolve({ text: String(m) });
  }

  // @ts-expect-error The output of the contract has a text.
  @Handles(describeThing)
  wrongOutput({ n }: { n: number }) {
    return Promise.resolve({ text: n });
  }

  @Consumes(happened)
  rightEvent(event: EventMessage<typeof happened>) {
    seen.push(event.data.n);
  }

  // @ts-expect-error An event is not its data.
  @Consumes(happened)
  wrongEvent({ n }: { n: number }) {
    seen.push(n);
  }
}
