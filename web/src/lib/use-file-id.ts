import { fileIdSchema } from '@waybill/contracts';
import { useParams } from 'react-router-dom';

/** The file a page is about, in lower case. The route has checked it already. */
export function useFileId(): string {
  return fileIdSchema.parse(useParams()['fileId']);
}
