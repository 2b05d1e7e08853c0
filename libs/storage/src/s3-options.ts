/** Where an S3-compatible object store is, and who we are to it. */
export interface S3Options {
  /** `http://` or `https://`, host and port. */
  readonly endpoint: URL;
  readonly region: string;
  /** Made when it is missing. */
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}
