import { parseId } from '@waybill/contracts';
import { useParams } from 'react-router-dom';

/** File id of the route, in lower case. Validated by the route already. */
export function useFileId(): string {
  const id = parseId(useParams()['fileId']);
  if (id === null) throw new Error('This route has no file id');
  return id;
}
