import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import {
  AppError,
  type EventContract,
  type EventMessage,
  type RequestContract,
  parse,
  serviceOf,
} from '@waybill/contracts';
import { type CallContext, type Logger, runInContext } from '@waybill/service-kit';
import { type Observable, from, isObservable, lastValueFrom, of } from 'rxjs';
import { observeHandling, type Received } from './observed-handling.js';
import { settledWithin } from './settled-within.js';

/** A request as it travels. */
export interface RequestMessage {
  readonly name: string;
  readonly input: unknown;
  readonly correlationId: string;
  readonly traceparent?: string | undefined;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number;
}

/** A service, as its bus knows it. */
export interface ServiceOnBus {
  readonly service: string;
  /** The event types it is kept; undefined for one that nobody declared. */
  readonly subscribed?: readonly string[] | undefined;
  readonly log: Logger;
}

/** How long a closing service waits for what it has begun. */
export const DRAIN_MS = 10_000;

/**
 * The receiving end of a bus, whatever carries it: knows what one service handles, calls it with
 * checked input in the caller's context, and waits for what is running when it closes.
 */
export abstract class ServiceServer extends Server implements CustomTransportStrategy {
  private readonly running = new Set<Promise<unknown>>();

  readonly service: string;
  protected readonly log: Logger;
  private readonly subscribed: readonly string[] | undefined;

  constructor({ service, subscribed, log }: ServiceOnBus) {
    super();
    this.service = service;
    this.subscribed = subscribed;
    this.log = log;
  }

  /** Nest calls it when every handler was announced. */
  listen(callback: (error?: unknown) => void): void {
    this.begin().then(() => callback(), callback);
  }

  /** Nest announces each handler here; what could never work stops the start. */
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
      throw new Error(`${this.service} may not answer ${pattern}: it belongs to ${serviceOf(contract)}.`);
    }
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  /** The event types this service consumes. */
  get consumedTypes(): string[] {
    return [...this.messageHandlers].filter(([, { isEventHandler }]) => isEventHandler).map(([type]) => type);
  }

  /**
   * Has the request answered.
   * @throws AppError always, whatever the handler threw; a fault of ours is logged here
   */
  async answer(request: RequestMessage): Promise<unknown> {
    const handler = this.messageHandlers.get(request.name);
    if (!handler || handler.isEventHandler) throw new AppError('server.unavailable');
    if (Date.now() >= request.deadline) throw new AppError('server.timeout');
    const contract = handler.extras?.['contract'] as RequestContract;
    const received = { service: this.service, kind: 'request', message: request.name } as const;
    return this.inContext(request, received, async () => {
      try {
        const answer = await settled(handler(parse(contract.input, request.input)));
        // Nothing but what the contract promises leaves the service, not even by accident.
        return contract.output.parse(answer);
      } catch (error) {
        const failure = AppError.from(error);
        if (failure.status >= 500) this.log.error({ err: error, request: request.name }, 'request failed');
        throw failure;
      }
    });
  }

  /** Has the event consumed. Rejects with whatever the consumer threw. */
  async deliver(event: EventMessage): Promise<void> {
    const handler = this.messageHandlers.get(event.type);
    if (!handler?.isEventHandler) throw new Error(`${this.service} does not consume ${event.type}.`);
    const contract = handler.extras?.['contract'] as EventContract;
    const context = { correlationId: event.correlationid, traceparent: event.traceparent };
    const received = { service: this.service, kind: 'event', message: event.type } as const;
    await this.inContext(context, received, async () => {
      await settled(handler({ ...event, data: contract.data.parse(event.data) }));
    });
  }

  override on(): void {
    // There is nothing to listen to: a bus reports its state through the health check.
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- Nest's signature
  override unwrap<T>(): T {
    return this as unknown as T;
  }

  /** Starts taking in what is sent to the service. */
  protected abstract open(): Promise<void>;

  /** Resolves when everything begun has ended, after ten seconds at the latest. */
  protected async drain(): Promise<void> {
    await settledWithin(DRAIN_MS, this.running);
  }

  private async begin(): Promise<void> {
    const { subscribed = this.consumedTypes } = this;
    const consumed = this.consumedTypes;
    const differing = [
      ...consumed.filter((type) => !subscribed.includes(type)),
      ...subscribed.filter((type) => !consumed.includes(type)),
    ];
    if (differing.length > 0) {
      throw new Error(
        `What ${this.service} consumes and what the contracts' subscriptions say differ in ${differing.join(', ')}.`,
      );
    }
    await this.open();
  }

  private async inContext<T>(
    { correlationId, traceparent }: CallContext,
    received: Received,
    work: () => Promise<T>,
  ): Promise<T> {
    const call = runInContext({ correlationId, traceparent }, () => observeHandling(received, work));
    this.running.add(call);
    try {
      return await call;
    } finally {
      this.running.delete(call);
    }
  }
}

/** What a Nest handler returns in the end: it may be a value, a promise or observable of one, or both. */
async function settled(result: unknown): Promise<unknown> {
  const value: unknown = await result;
  const stream: Observable<unknown> = isObservable(value) ? from(value) : of(value);
  return lastValueFrom(stream, { defaultValue: undefined });
}
