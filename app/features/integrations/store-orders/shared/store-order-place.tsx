import { lazy, Suspense, useSyncExternalStore } from 'react';

/** Loads after the order itself, which most read without it. */
const StoreOrderCard = lazy(async () => ({ default: (await import('./store-order-card.tsx')).StoreOrderCard }));

const nothingChanges = () => () => undefined;
const isHere = () => true;
const isAway = () => false;

/** Where an order says what became of it in the own stores of its vendors. */
export function StoreOrderPlace(props: { orderId: string; isWhole: boolean }) {
  // Nothing of it comes from the server: what is drawn again before its script is here could not be taken over.
  const isBrowser = useSyncExternalStore(nothingChanges, isHere, isAway);
  return isBrowser ? (
    <Suspense>
      <StoreOrderCard {...props} />
    </Suspense>
  ) : null;
}
