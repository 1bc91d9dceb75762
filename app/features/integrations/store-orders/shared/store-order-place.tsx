import { Suspense } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';

/** Loads after the order itself, which most read without it. */
const StoreOrderCard = lazyPart(async () => (await import('./store-order-card.tsx')).StoreOrderCard);

/** Where an order says what became of it in the own stores of its vendors. */
export function StoreOrderPlace(props: { orderId: string; isWhole: boolean }) {
  // Nothing of it comes from the server: what is drawn again before its script is here could not be taken over.
  const isBrowser = useIsBrowser();
  return isBrowser ? (
    <Suspense>
      <StoreOrderCard {...props} />
    </Suspense>
  ) : null;
}
