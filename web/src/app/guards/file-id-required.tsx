import { parseId } from '@waybill/contracts';
import { Outlet, useParams } from 'react-router-dom';
import { NotFoundPage } from '../../pages/not-found.page.js';

/** Shows the not-found page for a malformed file id (spec §2). */
export function FileIdRequired() {
  const { fileId } = useParams();
  return parseId(fileId) === null ? <NotFoundPage /> : <Outlet />;
}
