/** Where a span stands: W3C Trace Context, level 1. */
export interface SpanPosition {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the one who began the trace keeps it. */
  readonly isSampled: boolean;
}

const SHAPE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** Undefined for anything that is no such header, however it came to be. */
export function parseTraceparent(text: string | undefined): SpanPosition | undefined {
  const [, traceId, spanId, flags] = SHAPE.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: SpanPosition): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
