import { Banner, Button } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** Mails the vendor that its items wait to be shipped; once a day, and a second time says so. */
export function RemindButton({ vendorId }: { vendorId: string }) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(({ releaseBodySchema }) => releaseBodySchema),
    initial: {},
    toPayload: () => ({ intent: 'remind', vendor: vendorId }),
    done: t('orders:remind.done'),
  });
  return (
    <>
      {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
      <Button onClick={form.submit} loading={form.saving}>
        {t('orders:remind.action')}
      </Button>
    </>
  );
}
