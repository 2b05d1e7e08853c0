/** Address and credentials of an S3-compatible object store. */
export interface S3Options {
  /** `http://` or `https://`, host and port. */
  readonly endpoint: URL;
  readonly region: string;
  /** Created if missing. */
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}
