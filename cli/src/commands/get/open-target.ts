import { randomUUID } from 'node:crypto';
import type { Address } from '../../address.js';
import type { Api } from '../../api.js';
import { RefusedError, UsageError } from '../../errors.js';
import type { Download } from '../../transfer/download.js';
import { type Visit, visits } from '../../transfer/visits.js';

/** Inputs that the gates of a link may ask the visitor for. */
export interface GateInputs {
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
}

/** The file or bundle to download. */
interface Target {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
}

/**
 * Passes the gates of an address.
 *
 * @param key key under which the visit is saved for a later run
 * @returns the request that downloads the bytes
 * @throws RefusedError when a gate refuses, or a code was mailed
 */
export async function openTarget(
  api: Api,
  address: Address,
  inputs: GateInputs,
  key: string,
): Promise<Download> {
  if (address.kind === 'link') return openLink(api, address.id, inputs, key);
  if (address.kind === 'request') throw new UsageError('This is a file request: send to it with --request');
  const target: Target = { kind: address.kind, id: address.id };
  const kept = await visits.find(key);
  const token = inputs.password === undefined ? null : await verify(api, target, inputs.password);
  const visit = { id: kept?.id ?? randomUUID(), token };
  await visits.save(key, visit);
  return downloadOf(target, visit);
}

async function verify(api: Api, { kind, id }: Target, password: string): Promise<string> {
  const path = `/api/${kind}s/${id}/verify-password`;
  return (await api.json<{ token: string }>(path, { method: 'POST', body: { password } })).token;
}

interface Opened {
  readonly token: string;
  readonly target: Target;
}

async function openLink(api: Api, slug: string, inputs: GateInputs, key: string): Promise<Download> {
  const kept = await visits.find(key);
  if (kept?.target && kept.token !== null) return downloadOf(kept.target, kept);
  const id = kept?.id ?? randomUUID();
  const { status, headers, body } = await api.answer<Opened>(`/api/links/${slug}/open`, {
    method: 'POST',
    body: { ...inputs, ...(inputs.code !== undefined && { challenge: kept?.challenge }), visit: id },
  });
  if (status === 202) {
    const challenge = headers.get('x-link-challenge');
    await visits.save(key, { id, token: null, ...(challenge !== null && { challenge }) });
    throw new RefusedError('A code was mailed to you. Run the same command again with --code CODE.', 202);
  }
  const { token, target } = body;
  const visit: Visit = { id, token, target: { kind: target.kind, id: target.id } };
  await visits.save(key, visit);
  return downloadOf(target, visit);
}

function downloadOf({ kind, id }: Target, visit: Visit): Download {
  return {
    path: `/api/${kind}s/${id}/download?visit=${visit.id}`,
    headers: visit.token === null ? {} : { 'x-verification-token': visit.token },
  };
}
