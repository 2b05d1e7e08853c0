/** As OpenTelemetry names the ends of a call; `internal` for what does not leave the process. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Of OpenTelemetry's semantic conventions where these have a name; never a person's data, never a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as it begins. */
export interface SpanStart {
  /** Few names in all: a route, a message, a kind of job; no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The span it is part of; without one it begins a trace. */
  readonly parent?: string | undefined;
  /** Milliseconds since the epoch, when it began before now. */
  readonly startedAt?: number;
}

/** A piece of work in a trace. */
export interface Span {
  /** For the work that is part of it, here and elsewhere. */
  readonly traceparent: string;
  add(attributes: SpanAttributes): void;
  /** @param error why it failed, if it did */
  end(error?: unknown): void;
}

/** Where spans go. */
export abstract class Tracer {
  abstract start(span: SpanStart): Span;
  /** Hands over what it still has, for as long as that is worth waiting for; never rejects. */
  abstract close(): Promise<void>;
}
