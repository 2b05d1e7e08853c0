import {
  type FileRequestSettings,
  type FileRequestView,
  MEBIBYTE,
  type NewFileRequest,
} from '@waybill/contracts';
import { toLocalInput } from '../../lib/format/local-input.js';

/** Fields of the form of a file request. */
export interface RequestDraft {
  readonly title: string;
  readonly message: string;
  readonly slug: string;
  readonly expiry: string;
  readonly maxFiles: number | string;
  /** In MB; empty: the limit of the plan. */
  readonly maxMegabytes: number | string;
  readonly password: string;
  readonly removesPassword: boolean;
}

const emptyDraft: RequestDraft = {
  title: '',
  message: '',
  slug: '',
  expiry: '',
  maxFiles: 100,
  maxMegabytes: '',
  password: '',
  removesPassword: false,
};

/** Initial values of the form for an existing file request, or for a new one (null). */
export function draftOf(request: FileRequestView | null): RequestDraft {
  if (request === null) return emptyDraft;
  return {
    ...emptyDraft,
    title: request.title,
    message: request.message ?? '',
    slug: request.slug,
    expiry: toLocalInput(request.deleteAt),
    maxFiles: request.maxFiles,
    maxMegabytes: request.maxFileSize === null ? '' : request.maxFileSize / MEBIBYTE,
  };
}

/** Converts the form of a new request to the body of the call. Empty fields are left out. */
export function toNewRequest(draft: RequestDraft): NewFileRequest {
  const size = sizeOf(draft);
  return {
    title: draft.title,
    ...(draft.message.trim() !== '' && { message: draft.message }),
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    ...(draft.expiry !== '' && { deleteAt: new Date(draft.expiry).toISOString() }),
    ...(draft.maxFiles !== '' && { maxFiles: Number(draft.maxFiles) }),
    ...(size !== null && { maxFileSize: size }),
    ...(draft.password !== '' && { password: draft.password }),
  };
}

/** Converts the form of an existing request to its changes. An empty password keeps the current one. */
export function toRequestChanges(draft: RequestDraft, before: FileRequestView): FileRequestSettings {
  const was = draftOf(before);
  return {
    ...(draft.title !== was.title && { title: draft.title }),
    ...(draft.message !== was.message && { message: draft.message }),
    ...(draft.slug.trim() !== was.slug && { slug: draft.slug.trim() }),
    ...(draft.expiry !== was.expiry && {
      deleteAt: draft.expiry === '' ? null : new Date(draft.expiry).toISOString(),
    }),
    ...(draft.maxFiles !== was.maxFiles && {
      maxFiles: draft.maxFiles === '' ? null : Number(draft.maxFiles),
    }),
    ...(draft.maxMegabytes !== was.maxMegabytes && { maxFileSize: sizeOf(draft) }),
    ...(draft.password !== '' && { password: draft.password }),
    ...(draft.removesPassword && { password: null }),
  };
}

function sizeOf({ maxMegabytes }: RequestDraft): number | null {
  return maxMegabytes === '' ? null : Math.round(Number(maxMegabytes) * MEBIBYTE);
}
