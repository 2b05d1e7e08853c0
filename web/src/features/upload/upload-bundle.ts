import { bundleSchema, type BundledFile, type BundleView, uiMessages } from '@waybill/contracts';
import { fromAnswer } from '../../lib/api/api-error.js';
import { outgoingNameOf, type OutgoingFile } from './outgoing-file.js';
import { UploadError } from './transfer.js';

/** Time for one call. A connection that died in a sleep of the computer may report no error. */
const MAX_WAIT_MS = 120_000;

/** A file of the batch that arrived. */
export interface ArrivedFile extends OutgoingFile {
  readonly id: string;
}

/** Calls about the bundle that a batch is sent to. */
export interface UploadBundles {
  /** @throws UploadError */
  create(name: string | null): Promise<Pick<BundleView, 'id' | 'name'>>;
  /** The caller's own bundle, or null if it does not exist any more. @throws UploadError */
  find(id: string): Promise<BundleView | null>;
  /**
   * Puts the files into the bundle, in this order, after its earlier files, without those that expired or were deleted
   * since they arrived. @returns the number of files in the bundle
   * @throws UploadError
   */
  arrange(id: string, files: readonly ArrivedFile[]): Promise<number>;
  /** Deletes the bundle, and keeps its files, each under its own link. @throws UploadError */
  dissolve(id: string): Promise<void>;
}

export const uploadBundles: UploadBundles = {
  async create(name) {
    const body = name === null ? {} : { name: name.slice(0, 255) };
    return readBundle(await call('POST', '/api/bundles', body));
  },

  async find(id) {
    const response = await call('GET', `/api/bundles/${id}`);
    if ([401, 404, 410].includes(response.status)) return null;
    const bundle = readBundle(response);
    return bundle.isOwner ? bundle : null;
  },

  async arrange(id, files) {
    const bundle = readBundle(await call('GET', `/api/bundles/${id}`));
    const put = (places: typeof arranged) => call('PUT', `/api/bundles/${id}`, { files: places });
    let arranged = arrangementOf(bundle, files);
    if (arranged.every((file, index) => bundle.files[index]?.id === file.id)) return arranged.length;
    let answer = await put(arranged);
    if (isGone(answer)) {
      // Files that were cancelled while they arrived have left the bundle meanwhile.
      const now = readBundle(await call('GET', `/api/bundles/${id}`));
      arranged = arrangementOf(now, await availableOf(now, files));
      answer = await put(arranged);
    }
    requireOk(answer);
    return arranged.length;
  },

  async dissolve(id) {
    const response = await call('DELETE', `/api/bundles/${id}?keepFiles=true`);
    if (!isGone(response)) requireOk(response);
  },
};

/** Whether a file in the bundle is the chosen file, sent by an earlier attempt. */
export function isSameFile(sent: BundledFile, { file, path }: OutgoingFile): boolean {
  if (sent.size !== file.size) return false;
  const name = (path ?? file.name).normalize('NFC');
  return (path === null ? sent.originalName : sent.path) === name;
}

function arrangementOf(bundle: BundleView, files: readonly ArrivedFile[]) {
  const arrived = new Set(files.map((file) => file.id));
  const before = bundle.files.filter((file) => !arrived.has(file.id));
  const paths = new Map(bundle.files.map((file) => [file.id, file.path]));
  return [
    ...before.map(({ id, path }) => ({ id, path })),
    ...files.map((file) => ({ id: file.id, path: paths.get(file.id) ?? outgoingNameOf(file) })),
  ];
}

/** Leaves out files that expired or were deleted. Those that the bundle shows are available. */
async function availableOf(
  bundle: BundleView,
  files: readonly ArrivedFile[],
): Promise<readonly ArrivedFile[]> {
  const shown = new Set(bundle.files.map(({ id }) => id));
  const isAvailable = await Promise.all(
    files.map(async ({ id }) => shown.has(id) || !isGone(await call('GET', `/api/files/${id}`))),
  );
  return files.filter((_, index) => isAvailable[index]);
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(MAX_WAIT_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    throw new UploadError(uiMessages.uploadNoResponse);
  }
}

/** Whether it expired or was deleted. */
function isGone({ status }: Answer): boolean {
  return status === 404 || status === 410;
}

function requireOk({ status, body }: Answer): void {
  if (status >= 300)
    throw new UploadError(fromAnswer(status, body).message ?? uiMessages.uploadFailed, status);
}

function readBundle(answer: Answer): BundleView {
  requireOk(answer);
  const bundle = bundleSchema.safeParse(answer.body);
  if (!bundle.success) throw new UploadError(uiMessages.uploadFailed);
  return bundle.data;
}
