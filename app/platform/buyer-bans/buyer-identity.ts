/** Who a buyer is: the store's customer where the platform vouches for it, else an address that only its mailbox proves. */
export type BuyerIdentity = { customerId: bigint | null; email: string | null };

/** By which a buyer's conversations are one, each with a vendor about a product or an order. */
export function buildBuyerKey({ customerId, email }: BuyerIdentity): string {
  return customerId === null ? `email:${email ?? ''}` : `customer:${customerId}`;
}

/** Every key that a buyer is banned by: a guest who signs in is still the same. */
export function toBuyerKeys({ customerId, email }: BuyerIdentity): string[] {
  return [
    ...(customerId === null ? [] : [buildBuyerKey({ customerId, email: null })]),
    ...(email === null ? [] : [buildBuyerKey({ customerId: null, email })]),
  ];
}
