import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import {
  AppError,
  type EventContract,
  type EventMessage,
  type RequestContract,
  parse,
  serviceOf,
} from '@waybill/contracts';
import {
  Batcher,
  type CallContext,
  FailureLog,
  type Logger,
  runInContext,
  Semaphore,
  settlesWithin,
} from '@waybill/service-kit';
import { type Observable, from, isObservable, lastValueFrom, of } from 'rxjs';
import { instrumentHandler, type HandledMessage } from './instrument-handler.js';

/** A request as it travels over the bus. */
export interface RequestMessage {
  readonly name: string;
  readonly input: unknown;
  readonly correlationId: string;
  readonly traceparent?: string | undefined;
  /** Milliseconds since the epoch. The caller does not wait for a reply after this time. */
  readonly deadline: number;
}

export interface ServiceServerOptions {
  readonly service: string;
  /** Event types that the contracts declare for the service; undefined for a service that they do not name. */
  readonly subscribed?: readonly string[] | undefined;
  readonly logger: Logger;
}

/** Maximum number of events that are consumed in one transaction. Bounds its locks. */
export const MAX_EVENT_BATCH = 500;

/** Maximum number of concurrent events that are not batched. Bounds the number of database connections. */
const MAX_SINGLE_EVENTS = 16;

/** Time for which a closing service waits for running handlers. */
export const DRAIN_TIMEOUT_MS = 10_000;

/**
 * The receiving side of a bus, shared by all transports. Registers the handlers of one service, calls them with
 * validated input in the caller's context, and waits for running handlers when it closes.
 */
export abstract class ServiceServer extends Server implements CustomTransportStrategy {
  private readonly running = new Set<Promise<unknown>>();
  private readonly singles = new Semaphore(MAX_SINGLE_EVENTS);
  private readonly batchers = new Map<string, Batcher<EventMessage, void>>();

  readonly service: string;
  /** Not `logger`: the base class of Nest has a property of that name. */
  protected readonly log: Logger;
  private readonly failures: FailureLog;
  private readonly subscribed: readonly string[] | undefined;

  constructor({ service, subscribed, logger }: ServiceServerOptions) {
    super();
    this.service = service;
    this.subscribed = subscribed;
    this.log = logger;
    this.failures = new FailureLog(logger);
  }

  /** Called by Nest after it has added all handlers. */
  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  /** Called by Nest for each handler. An invalid handler stops the start of the service. */
  override addHandler(
    pattern: string,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const contract = extras['contract'] as RequestContract | EventContract | undefined;
    if (!contract) throw new Error(`${pattern} has no contract: use @Handles or @Consumes.`);
    if (this.messageHandlers.has(pattern)) {
      throw new Error(`${this.service} handles ${pattern} twice; a message has one handler in a service.`);
    }
    if (contract.kind === 'request' && serviceOf(contract) !== this.service) {
      throw new Error(`${this.service} may not handle ${pattern}: it belongs to ${serviceOf(contract)}.`);
    }
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  /** Whether events of this type are consumed in batches. If so, events of one subject may be dispatched at once. */
  isBatched(type: string): boolean {
    return this.messageHandlers.get(type)?.extras?.['isBatch'] === true;
  }

  /** Whether the service consumes any events in batches. */
  get consumesInBatches(): boolean {
    return this.consumedTypes.some((type) => this.isBatched(type));
  }

  /** The event types this service consumes. */
  get consumedTypes(): readonly string[] {
    return [...this.messageHandlers].filter(([, { isEventHandler }]) => isEventHandler).map(([type]) => type);
  }

  /**
   * Calls the handler of the request.
   * @throws AppError for any error of the handler. Failures are logged here.
   */
  async dispatchRequest(request: RequestMessage): Promise<unknown> {
    const handler = this.messageHandlers.get(request.name);
    if (!handler || handler.isEventHandler) throw new AppError('server.unavailable');
    if (Date.now() >= request.deadline) throw new AppError('server.timeout');
    const contract = handler.extras?.['contract'] as RequestContract;
    const received = { service: this.service, kind: 'request', message: request.name } as const;
    return this.inContext(request, received, async () => {
      try {
        const output = await resultOf(handler(parse(contract.input, request.input)));
        // Strips fields that the contract does not name, so that none leaves the service by accident.
        return contract.output.parse(output);
      } catch (error) {
        this.failures.log(error, 'Handling a request failed', { request: request.name });
        throw AppError.from(error);
      }
    });
  }

  /** Calls the consumer of the event. Rejects with the consumer's error. */
  async dispatchEvent(event: EventMessage): Promise<void> {
    const handler = this.messageHandlers.get(event.type);
    if (!handler?.isEventHandler) throw new Error(`${this.service} does not consume ${event.type}.`);
    const contract = handler.extras?.['contract'] as EventContract;
    const context = { correlationId: event.correlationid, traceparent: event.traceparent };
    const received = { service: this.service, kind: 'event', message: event.type } as const;
    await this.inContext(context, received, async () => {
      const parsed = { ...event, data: contract.data.parse(event.data) };
      if (this.isBatched(event.type)) await this.batcherOf(event.type, handler).add(parsed);
      else await this.singles.run(() => resultOf(handler(parsed)));
    });
  }

  private batcherOf(type: string, handler: MessageHandler): Batcher<EventMessage, void> {
    const known = this.batchers.get(type);
    if (known) return known;
    const batcher = new Batcher<EventMessage, void>({
      maxSize: MAX_EVENT_BATCH,
      perform: async (events) => {
        await resultOf(handler(events));
        return [];
      },
      isCommonFailure: (error) => AppError.from(error).code === 'server.unavailable',
    });
    this.batchers.set(type, batcher);
    return batcher;
  }

  override on(): void {
    // No events to subscribe to: the bus reports its state through the health check.
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Nest's signature
  override unwrap<T>(): T {
    return this as unknown as T;
  }

  /** Starts to receive requests and events. */
  protected abstract startConsuming(): Promise<void>;

  /** Resolves when all running handlers have ended, after ten seconds at the latest. */
  protected async drain(): Promise<void> {
    await settlesWithin(DRAIN_TIMEOUT_MS, this.running);
  }

  private async start(): Promise<void> {
    const { subscribed = this.consumedTypes } = this;
    const consumed = this.consumedTypes;
    const differing = [
      ...consumed.filter((type) => !subscribed.includes(type)),
      ...subscribed.filter((type) => !consumed.includes(type)),
    ];
    if (differing.length > 0) {
      throw new Error(
        `The consumers of ${this.service} and the subscriptions of the contracts differ in ${differing.join(', ')}.`,
      );
    }
    await this.startConsuming();
  }

  private async inContext<T>(
    { correlationId, traceparent, deadline }: CallContext,
    received: HandledMessage,
    work: () => Promise<T>,
  ): Promise<T> {
    const call = runInContext({ correlationId, traceparent, deadline }, () =>
      instrumentHandler(received, work),
    );
    this.running.add(call);
    try {
      return await call;
    } finally {
      this.running.delete(call);
    }
  }
}

/** Result of a Nest handler: it may return a value, a promise, an observable, or a promise of an observable. */
async function resultOf(result: unknown): Promise<unknown> {
  const value: unknown = await result;
  const stream: Observable<unknown> = isObservable(value) ? from(value) : of(value);
  return lastValueFrom(stream, { defaultValue: undefined });
}
