import { notYet } from '@waybill/service-kit';

const refused = notYet('the S3 object store');

/** What chooses the object store (contract, "Configuration"). */
export const storageConfiguration = {
  S3_ENDPOINT: refused,
  S3_REGION: refused,
  S3_BUCKET: refused,
  S3_ACCESS_KEY: refused,
  S3_SECRET_KEY: refused,
};
