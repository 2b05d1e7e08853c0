import { type EventMessage, defineEvent, defineRequest } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { Observable } from 'rxjs';
import { z } from 'zod';
import { Consumes } from './consumes.decorator.js';
import { Handles } from './handles.decorator.js';
import { ServiceServer } from './service-server.js';

class TestServer extends ServiceServer {
  constructor(subscribed?: readonly string[]) {
    super({ service: 'alpha', subscribed, log: createLogger('alpha', 'silent') });
  }

  protected override open(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }
}

const ask = defineRequest('alpha.things.ask', z.object({ n: z.int() }), z.object({ text: z.string() }));
const foreign = defineRequest('beta.things.ask', z.object({}), z.object({}));
const happened = defineEvent('beta.thing.happened', z.object({ n: z.int() }));

describe('a service', () => {
  const handler = () => Promise.resolve({ text: '' });

  it('does not start with a handler that has no contract', () => {
    expect(() => new TestServer().addHandler('alpha.things.ask', handler)).toThrow('has no contract');
  });

  it('does not start with two handlers of one request', () => {
    const server = new TestServer();
    server.addHandler(ask.name, handler, false, { contract: ask });
    expect(() => server.addHandler(ask.name, handler, false, { contract: ask })).toThrow('twice');
  });

  it('does not start with two consumers of one event, of which only one would see it', () => {
    const server = new TestServer();
    server.addHandler(happened.type, handler, true, { contract: happened });
    expect(() => server.addHandler(happened.type, handler, true, { contract: happened })).toThrow('twice');
  });

  it("does not start with a handler of another service's request", () => {
    expect(() => new TestServer().addHandler(foreign.name, handler, false, { contract: foreign })).toThrow(
      'belongs to beta',
    );
  });

  it.each([[[]], [['beta.thing.happened', 'beta.thing.ended']]])(
    'does not start when it consumes beta.thing.happened and was declared to consume %j',
    async (subscribed) => {
      const server = new TestServer(subscribed);
      server.addHandler(happened.type, handler, true, { contract: happened });
      const failure = await new Promise((resolve) => server.listen(resolve));
      expect(failure).toMatchObject({ message: expect.stringContaining('differ in beta.thing') as unknown });
    },
  );

  it('refuses an event whose data is not what its contract says', async () => {
    const server = new TestServer();
    server.addHandler(happened.type, handler, true, { contract: happened });
    const event = { type: happened.type, correlationid: 'c', data: { n: 'one' } } as unknown as EventMessage;
    await expect(server.deliver(event)).rejects.toThrow('expected number');
  });
});

const seen: number[] = [];

/** The compiler is the test: each `@ts-expect-error` fails to compile once the mistake below it compiles. */
export class Mistakes {
  @Handles(ask)
  right({ n }: { n: number }) {
    return Promise.resolve({ text: String(n) });
  }

  @Handles(ask)
  rightWithoutInput(): Observable<{ text: string }> {
    return new Observable();
  }

  // @ts-expect-error The contract has no `m`.
  @Handles(ask)
  wrongInput({ m }: { m: number }) {
    return Promise.resolve({ text: String(m) });
  }

  // @ts-expect-error The contract promises a text.
  @Handles(ask)
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
