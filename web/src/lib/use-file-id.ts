import { fileIdSchema } from '@waybill/contracts';
import { useParams } from 'react-router-dom';

/** File id of the route, in lower case. Validated by the route already. */
export function useFileId(): string {
  return fileIdSchema.parse(useParams()['fileId']);
}
