import type { ShownOrderDto } from '../orders.contract.ts';
import type { HideableField } from '../order-view.ts';
import type { StoredBuyer } from '../orders.repo.server.ts';

/** The buyer without the fields that are hidden; the delivery address and its phone always stay, or nothing could be sent. */
export function describeBuyer(
  buyer: StoredBuyer | undefined,
  hidden: readonly HideableField[],
): ShownOrderDto['buyer'] {
  const isShown = (field: HideableField): boolean => !hidden.includes(field);
  const billing = buyer?.billingAddress ?? null;
  return {
    name: buyer?.name ?? null,
    email: isShown('customer.email') ? (buyer?.email ?? null) : null,
    phone: isShown('customer.phone') ? (buyer?.phone ?? null) : null,
    shippingAddress: buyer?.shippingAddress ?? null,
    billingAddress: billing && { ...billing, phone: isShown('billing.phone') ? billing.phone : null },
    note: buyer?.note ?? null,
    // Names that begin with `_` are the store's own, such as the key of an offer, and hidden from everybody.
    attributes: (buyer?.attributes ?? []).filter(({ name }) => !name.startsWith('_')),
    hiddenFields: [...hidden],
    redacted: buyer?.redacted ?? false,
  };
}
