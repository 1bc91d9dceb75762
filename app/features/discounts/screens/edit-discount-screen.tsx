import { Banner } from '@shopify/polaris';
import { useMemo } from 'react';
import { Stack } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { DiscountDto } from '../discounts.contract.ts';
import { toPayload, toValues, type DiscountValues } from './discount-form.ts';
import { DatesCard, LimitCard, MinimumCard, ValueCard } from './new-discount-screen.tsx';

/** Changes a discount that runs: what it takes off, when, and what it asks for. Its name, goods and bearer stay. */
export function EditDiscountScreen({ discount, onSaved }: { discount: DiscountDto; onSaved: () => void }) {
  const t = useText();
  const initial = useMemo(() => toValues(discount), [discount]);
  const form = useForm<DiscountValues>({
    schema: () => import('../discounts.contract.ts').then(({ editInput }) => editInput),
    initial,
    toPayload: (values) => ({ ...toPayload(values, { namesParty: false }), version: discount.version }),
    done: t('discounts:edit.done'),
    onDone: onSaved,
  });
  return (
    <ScreenPage
      title={t('discounts:edit.title', { name: discount.name })}
      back={{ label: discount.name, url: `/discounts/${discount.id}` }}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <Banner tone="info">{t('discounts:edit.stays')}</Banner>
        <ValueCard form={form} />
        <MinimumCard form={form} />
        {discount.method === 'code' ? <LimitCard form={form} /> : null}
        <DatesCard form={form} />
      </Stack>
    </ScreenPage>
  );
}
