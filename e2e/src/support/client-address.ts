let flows = 0;
let address: string | undefined;

/** Gives the clients from now on an address of their own, so that rate limits count each flow by itself. */
export function useNextClientAddress(): void {
  flows += 1;
  address = `10.0.${flows}.1`;
}

/** Headers that name the address to a Waybill with TRUST_PROXY. None unless flows share an instance. */
export function addressHeaders(): Record<string, string> {
  return address === undefined ? {} : { 'x-forwarded-for': address };
}
