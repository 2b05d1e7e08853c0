import { uiMessages, type Uploaded, uploadedSchema } from '@waybill/contracts';
import { fromAnswer } from '../../lib/api/api-error.js';
import { timings } from '../../lib/timings.js';

/** A failed upload, with the message to show (spec §8). */
export class UploadError extends Error {}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Uploads one file in its own request. `onProgress` gets the sent share, 0 to 1. Aborting `signal` cancels the
 * request and rejects with an AbortError.
 * @throws UploadError
 */
export type SendFile = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<Uploaded>;

export const sendFile: SendFile = async (file, onProgress, signal) => {
  const form = new FormData();
  form.append('file', file);
  return readAnswer(await post(form, onProgress, signal));
};

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function post(form: FormData, onProgress: (fraction: number) => void, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const watchdog = new Watchdog(() => request.abort());
    const fail = () => {
      reject(
        signal.aborted
          ? new DOMException('Upload cancelled', 'AbortError')
          : new UploadError(uiMessages.uploadNoResponse),
      );
    };

    request.upload.onprogress = ({ loaded, total }) => {
      watchdog.restart();
      onProgress(total === 0 ? 1 : loaded / total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => watchdog.stop();

    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', '/api/upload');
    watchdog.restart();
    request.send(form);
  });
}

/** Aborts when no progress was made for too long. A large upload may take any time while it progresses. */
class Watchdog {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly onSilence: () => void) {}

  restart(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onSilence, timings.httpTimeout);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

function readAnswer({ status, text }: Answer): Uploaded {
  const body = parseJson(text);
  if (status < 200 || status >= 300) {
    const fallback = status === 403 ? uiMessages.uploadStorageExceeded : uiMessages.uploadFailed;
    throw new UploadError(fromAnswer(status, body).message ?? fallback);
  }
  const uploaded = uploadedSchema.safeParse(body);
  if (!uploaded.success) throw new UploadError(uiMessages.uploadNoId);
  return uploaded.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
