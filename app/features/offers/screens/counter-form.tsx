import { Banner, BlockStack, Button } from '@shopify/polaris';
import { MoneyInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { EndRow } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { OfferDetailDto } from '../offers.contract.ts';

type Props = {
  offer: OfferDetailDto;
  range: NonNullable<OfferDetailDto['counterRange']>;
  onDone: () => void;
};

/** Names another price for one unit, between what the buyer offered and the listed price. */
export function CounterForm({ offer, range, onDone }: Props) {
  const t = useText();
  const format = useFormat();
  const form = useForm({
    schema: () => import('../offers.contract.ts').then(({ offerActionSchema }) => offerActionSchema),
    initial: { counterOffer: '' },
    toPayload: (values) => ({ ...values, id: offer.id, action: 'counter', version: offer.version }),
    done: t('offers:done.counter'),
    onDone,
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <MoneyInput
        {...form.field<unknown>('counterOffer')}
        label={t('offers:counter.price')}
        helpText={t('offers:counter.range', { min: format.money(range.min), max: format.money(range.max) })}
        currency={offer.price.currency}
      />
      <EndRow>
        <Button variant="primary" onClick={form.submit} loading={form.saving}>
          {t('offers:counter.send')}
        </Button>
      </EndRow>
    </BlockStack>
  );
}
