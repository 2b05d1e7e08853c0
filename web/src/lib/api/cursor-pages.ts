/** A page of a list. `nextCursor`: of the next page; null on the last one. */
export interface CursorPage<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Option of a query that loads page after page, for every list with cursors. */
export const cursorPages = {
  infiniteQueryOptions: {
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
  },
};

/** Adds the cursor of the next page, which is in a header of the response. */
export function toPage<T>(items: T[], meta: { response?: Response | undefined } | undefined): CursorPage<T> {
  return { items, nextCursor: meta?.response?.headers.get('x-next-cursor') ?? null };
}
