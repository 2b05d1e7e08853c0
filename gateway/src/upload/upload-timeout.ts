/** Deadline of requests to the files service, which handles uploads of one owner one after another. */
export const UPLOAD_REQUEST_TIMEOUT_MS = 60_000;
