const LINK_ADDRESS = /\/l\/([a-z0-9-]{3,64})(?:[/?#]|$)/i;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

interface SearchedAddress {
  /** Last part of the address of a link. */
  readonly slug: string | undefined;
  /** Id of a file, a bundle or an owner, alone or within an address. */
  readonly id: string | undefined;
}

/** Finds the slug and the id in the words of an administrator's search. */
export function addressIn(query: string): SearchedAddress {
  return { slug: LINK_ADDRESS.exec(query.trim())?.[1]?.toLowerCase(), id: ID.exec(query)?.[0] };
}
