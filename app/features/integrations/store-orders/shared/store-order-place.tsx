import { lazy, Suspense } from 'react';

/** Loads after the order itself, which most read without it. */
const StoreOrderCard = lazy(async () => ({ default: (await import('./store-order-card.tsx')).StoreOrderCard }));

/** Where an order says what became of it in the own stores of its vendors. */
export function StoreOrderPlace(props: { orderId: string; isWhole: boolean }) {
  return (
    <Suspense>
      <StoreOrderCard {...props} />
    </Suspense>
  );
}
