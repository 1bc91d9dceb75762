import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { AccessMissing } from '#app/ui/components/access-missing.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import {
  CheckboxInput,
  ChoiceInput,
  DateInput,
  MoneyInput,
  PercentInput,
  QuantityInput,
  TextInput,
} from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { DISCOUNT_METHODS, LIABLE_PARTIES, MAX_NAME, MINIMUM_TYPES, VALUE_TYPES } from '../discount.ts';
import type { DiscountDto } from '../discounts.contract.ts';
import { emptyDiscount, toPayload, type DiscountValues } from './discount-form.ts';
import { DiscountAccess } from './discount-access.tsx';
import { VendorsChoice } from './vendors-choice.tsx';

export type NewDiscountProps = {
  today: string;
  granted: boolean;
  automatic: { used: number; maximum: number };
  /** Of the marketplace view, which names vendors and a bearer; null for a vendor's own. */
  vendors: readonly { id: string; name: string }[] | null;
  onGranted: () => void;
  onCreated: (discount: DiscountDto) => void;
};
type CardProps = { form: Form<DiscountValues> };

/** A new discount: of a vendor for its own goods, or of the marketplace with who bears it. */
export function NewDiscountScreen({ today, granted, automatic, vendors, onGranted, onCreated }: NewDiscountProps) {
  const t = useText();
  const initial = useMemo(() => emptyDiscount(today), [today]);
  const form = useForm<DiscountValues, { discount: DiscountDto }>({
    schema: () => import('../discounts.contract.ts').then(({ discountInput }) => discountInput),
    initial,
    toPayload: (values) => toPayload(values, { namesParty: vendors !== null }),
    done: ({ discount }) => t(discount.status === 'pending' ? 'discounts:form.pending' : 'discounts:form.created'),
    onDone: ({ discount }) => {
      onCreated(discount);
    },
  });
  const isOwn = vendors === null;
  return (
    <ScreenPage
      title={t('discounts:form.title')}
      back={{ label: t('discounts:title'), url: '/discounts' }}
      {...(granted ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      {granted ? (
        <Stack>
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <MethodCard form={form} automatic={automatic} isOwn={isOwn} />
          <ValueCard form={form} />
          {vendors === null ? null : <PartyCard form={form} vendors={vendors} />}
          <MinimumCard form={form} />
          {form.values.method === 'code' ? <LimitCard form={form} /> : null}
          <DatesCard form={form} />
        </Stack>
      ) : (
        <MissingAccess isOwn={isOwn} onGranted={onGranted} />
      )}
    </ScreenPage>
  );
}

/** In place of the form while the store has not granted access: an admin grants it, a vendor asks for it. */
function MissingAccess({ isOwn, onGranted }: { isOwn: boolean; onGranted: () => void }) {
  const t = useText();
  if (!isOwn) return <DiscountAccess onGranted={onGranted} />;
  return <AccessMissing title={t('discounts:access.missing.title')} body={t('discounts:access.missing.body')} />;
}

function MethodCard(props: CardProps & Pick<NewDiscountProps, 'automatic'> & { isOwn: boolean }) {
  const { form, automatic, isOwn } = props;
  const t = useText();
  const isCode = form.values.method === 'code';
  return (
    <SectionCard title={t('discounts:form.method')}>
      <BlockStack gap="400">
        <ChoiceInput
          {...form.field<unknown>('method')}
          label={t('discounts:form.method')}
          labelHidden
          choices={DISCOUNT_METHODS.map((value) => ({ value, label: t(`discounts:method.${value}`) }))}
        />
        <TextInput
          {...form.field<unknown>('name')}
          label={t(isCode ? 'discounts:form.code' : 'discounts:form.name')}
          helpText={t(isCode ? 'discounts:form.codeHelp' : 'discounts:form.nameHelp')}
          maxLength={MAX_NAME}
        />
        {isCode ? null : (
          <Text as="p" tone="subdued">
            {t(isOwn ? 'discounts:form.ownQuota' : 'discounts:form.quota', {
              used: automatic.used,
              maximum: automatic.maximum,
            })}
          </Text>
        )}
      </BlockStack>
    </SectionCard>
  );
}

export function ValueCard({ form }: CardProps) {
  const t = useText();
  return (
    <SectionCard title={t('discounts:form.value')}>
      <BlockStack gap="400">
        <ChoiceInput
          {...form.field<unknown>('value.type')}
          label={t('discounts:form.value')}
          labelHidden
          choices={VALUE_TYPES.map((value) => ({ value, label: t(`discounts:valueType.${value}`) }))}
        />
        {form.values.value.type === 'percentage' ? (
          <PercentInput {...form.field<unknown>('value.percentage')} label={t('discounts:form.percentage')} />
        ) : (
          <MoneyInput
            {...form.field<unknown>('value.fixed')}
            label={t('discounts:form.fixed')}
            helpText={t('discounts:form.fixedHelp')}
          />
        )}
      </BlockStack>
    </SectionCard>
  );
}

function PartyCard({ form, vendors }: CardProps & { vendors: NonNullable<NewDiscountProps['vendors']> }) {
  const t = useText();
  return (
    <SectionCard title={t('discounts:form.party')}>
      <BlockStack gap="400">
        <VendorsChoice
          {...form.field<unknown>('vendorIds')}
          label={t('discounts:form.vendors')}
          helpText={t('discounts:form.vendorsHelp')}
          vendors={vendors}
        />
        <ChoiceInput
          {...form.field<unknown>('liableParty')}
          label={t('discounts:form.liableParty')}
          choices={LIABLE_PARTIES.map((value) => ({ value, label: t(`discounts:party.${value}`) }))}
        />
        {form.values.liableParty === 'shared' ? (
          <PercentInput
            {...form.field<unknown>('vendorPercent')}
            label={t('discounts:form.vendorPercent')}
            helpText={t('discounts:form.vendorPercentHelp')}
          />
        ) : null}
        <Text as="p" tone="subdued">
          {t('discounts:form.partyHelp')}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

export function MinimumCard({ form }: CardProps) {
  const t = useText();
  const { type } = form.values.minPurchase;
  return (
    <SectionCard title={t('discounts:form.minimum')}>
      <BlockStack gap="400">
        <ChoiceInput
          {...form.field<unknown>('minPurchase.type')}
          label={t('discounts:form.minimum')}
          labelHidden
          choices={MINIMUM_TYPES.map((value) => ({ value, label: t(`discounts:minimum.${value}`) }))}
        />
        {type === 'subtotal' ? (
          <MoneyInput {...form.field<unknown>('minPurchase.value')} label={t('discounts:form.subtotal')} />
        ) : null}
        {type === 'quantity' ? (
          <TextInput {...form.field<unknown>('minPurchase.value')} label={t('discounts:form.quantity')} maxLength={5} />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

export function LimitCard({ form }: CardProps) {
  const t = useText();
  return (
    <SectionCard title={t('discounts:form.limits')}>
      <BlockStack gap="300">
        <CheckboxInput {...form.field<unknown>('limit.onePerCustomer')} label={t('discounts:form.onePerCustomer')} />
        <CheckboxInput {...form.field<unknown>('limit.withUsage')} label={t('discounts:form.withUsage')} />
        {form.values.limit.withUsage ? (
          <QuantityInput {...form.field<unknown>('limit.usage')} label={t('discounts:form.usage')} min={1} />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

export function DatesCard({ form }: CardProps) {
  const t = useText();
  return (
    <SectionCard title={t('discounts:form.dates')}>
      <BlockStack gap="400">
        <DateInput
          {...form.field<unknown>('active.from')}
          label={t('discounts:form.from')}
          helpText={t('discounts:form.fromHelp')}
        />
        <CheckboxInput {...form.field<unknown>('active.withEndDate')} label={t('discounts:form.withEndDate')} />
        {form.values.active.withEndDate ? (
          <DateInput
            {...form.field<unknown>('active.until')}
            label={t('discounts:form.until')}
            helpText={t('discounts:form.untilHelp')}
            min={form.values.active.from}
          />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}
