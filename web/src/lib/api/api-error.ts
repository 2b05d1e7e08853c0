import type { ErrorCode, FieldError } from '@waybill/contracts';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** A failed call. `status` is null without a readable response. */
export interface ApiError {
  readonly status: number | null;
  readonly code: ErrorCode | null;
  /** Message of the server for the user; null when it sent none. */
  readonly message: string | null;
  readonly errors: readonly FieldError[];
}

const unanswered: ApiError = { status: null, code: null, message: null, errors: [] };

/** Converts an error of fetchBaseQuery. */
export function toApiError(error: FetchBaseQueryError): ApiError {
  if (typeof error.status === 'number') return fromAnswer(error.status, error.data);
  if (error.status === 'PARSING_ERROR') return { ...unanswered, status: error.originalStatus };
  return unanswered;
}

/** Converts a failed response (contract, "Errors"), which a proxy may have replaced. */
export function fromAnswer(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null) return { ...unanswered, status };
  const { code, message, errors } = body as Record<string, unknown>;
  return {
    status,
    code: isCode(code) ? code : null,
    message: typeof message === 'string' && message !== '' ? message : null,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
  };
}

/** Message to show: the server's, else `fallback` (spec §8). */
export function sentenceOf(error: unknown, fallback = 'That did not work. Please try again.'): string {
  return isApiError(error) ? (error.message ?? fallback) : fallback;
}

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'code' in error && 'errors' in error;
}

/** Whether the server answered, and asking again would get the same answer, unlike after too many requests. */
export function isFinal(error: unknown): boolean {
  if (!isApiError(error) || error.status === null || error.status === 429) return false;
  return error.status >= 400 && error.status < 500;
}

/** Checks only the form, because the list of all codes would add all messages of the server to the client. */
function isCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[a-z]+\.[a-z-]+$/.test(value);
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null) return false;
  const { field, message } = value as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string';
}
