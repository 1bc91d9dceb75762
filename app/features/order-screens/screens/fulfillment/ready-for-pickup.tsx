import { Banner, Button } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** Tells the buyer that the items lie ready, once; afterwards it says when that was. */
export function ReadyForPickup({ part: vendorOrder }: { part: ShownVendorOrderDto }) {
  const t = useText();
  const when = useWhen();
  const announced = vendorOrder.timeline.find((event) => event.kind === 'pickupReady');
  const form = useForm({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(({ releaseBodySchema }) => releaseBodySchema),
    initial: {},
    toPayload: () => ({ intent: 'pickup', vendor: vendorOrder.vendor.id }),
    done: t('orders:collect.readyDone'),
  });
  if (announced)
    return <span className="souk-note">{t('orders:collect.readySince', { when: when(announced.at) })}</span>;
  return (
    <>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <Button onClick={form.submit} loading={form.saving}>
        {t('orders:collect.ready')}
      </Button>
    </>
  );
}
