import { defaultPageMetadata, publicPageMetadata } from '@waybill/contracts';

/** Description of the page with this path, for search engines. */
export function descriptionOf(pathname: string): string {
  return (publicPageMetadata[pathname] ?? defaultPageMetadata).description;
}
