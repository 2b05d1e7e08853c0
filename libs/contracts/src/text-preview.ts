/** Number of bytes at the beginning of a text that its preview shows. */
export const TEXT_PREVIEW_BYTES = 1024 * 1024;
