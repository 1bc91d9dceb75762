import { Banner, BlockStack, Button, InlineGrid, InlineStack } from '@shopify/polaris';
import { CheckboxInput, QuantityInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { Picture } from '#app/ui/parts/picture.tsx';
import { fulfillBodySchema, OTHER_CARRIER, type OrderPartWire } from '#app/features/orders/orders.contract.ts';

const CARRIERS = [
  'bpost',
  'Colissimo',
  'Correos',
  'DHL Express',
  'DPD',
  'Deutsche Post (DE)',
  'FedEx',
  'GLS',
  'PostNL',
  'Royal Mail',
  'UPS',
  'USPS',
];

type Lines = OrderPartWire['lines'];
export type NextOrder = { id: string; name: string } | null;

/** Ships the lines that are left, filled in already: one press sends all of them. */
export function FulfilCard(props: {
  lines: Lines;
  /** The vendor's name, where several parts stand under one another. */
  vendorName: string | undefined;
  isPaid: boolean;
  onDone: (next: NextOrder) => void;
}) {
  const { vendorName, isPaid, onDone } = props;
  const t = useText();
  const open = props.lines.filter((line) => line.left > 0);
  const form = useForm<Values, { nextOrder: NextOrder }>({
    schema: fulfillBodySchema,
    initial: {
      carrier: '',
      tracking: '',
      url: '',
      notify: true,
      quantities: Object.fromEntries(open.map((line) => [`line${line.id}`, line.left])),
    },
    toPayload: (values) => ({ intent: 'fulfill', ...toPayload(values, open) }),
    toField: (path) => {
      const index = /^lineItems\.(\d+)/.exec(path)?.[1];
      return index === undefined ? path : `quantities.line${open[Number(index)]?.id ?? ''}`;
    },
    onDone: ({ nextOrder }) => {
      onDone(nextOrder);
    },
  });
  const count = open.reduce((sum, line) => sum + Number(form.values.quantities[`line${line.id}`] ?? 0), 0);
  const title = vendorName === undefined ? t('orders:fulfil.title') : t('orders:fulfil.titleOf', { name: vendorName });
  return (
    <SectionCard title={title} aside={t('orders:itemCount', { count: open.reduce((sum, line) => sum + line.left, 0) })}>
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {form.errorAt('lineItems') ? <Banner tone="critical">{form.errorAt('lineItems')}</Banner> : null}
        {isPaid ? null : <Banner tone="warning">{t('orders:fulfil.unpaid')}</Banner>}
        <ul className="souk-ship-lines">
          {open.map((line) => (
            <li key={line.id} className="souk-ship-line">
              <Picture src={line.image ?? undefined} size={44} />
              <span className="souk-two-lines">
                <b>{line.title}</b>
                <span className="souk-note">{[line.variantTitle, line.sku].filter(Boolean).join(' · ')}</span>
              </span>
              <span className="souk-ship-quantity">
                <span aria-hidden="true">{t('orders:fulfil.ship')}</span>
                <QuantityInput
                  {...form.field<unknown>(`quantities.line${line.id}`)}
                  label={t('orders:fulfil.shipOf', { title: line.title })}
                  labelHidden
                  min={0}
                  max={line.left}
                />
                <span>{t('orders:fulfil.ofLeft', { left: line.left })}</span>
              </span>
              <Money value={line.total} />
            </li>
          ))}
        </ul>
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
          <SelectInput
            {...form.field<unknown>('carrier')}
            label={t('orders:fulfil.carrier')}
            choices={[
              { value: '', label: t('orders:fulfil.noCarrier') },
              ...CARRIERS.map((name) => ({ value: name, label: name })),
              { value: OTHER_CARRIER, label: t('orders:fulfil.otherCarrier') },
            ]}
          />
          <TextInput
            {...form.field<unknown>('tracking')}
            label={t('orders:fulfil.tracking')}
            optional
            maxLength={200}
          />
        </InlineGrid>
        {form.values.carrier === OTHER_CARRIER ? (
          <TextInput {...form.field<unknown>('url')} label={t('orders:fulfil.url')} type="url" maxLength={2000} />
        ) : null}
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <CheckboxInput {...form.field<unknown>('notify')} label={t('orders:fulfil.notify')} />
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={count === 0}>
            {t('orders:fulfil.action', { count })}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

type Values = {
  carrier: string;
  tracking: string;
  url: string;
  notify: boolean;
  quantities: Record<string, number | ''>;
};

function toPayload(values: Values, open: Lines) {
  return {
    carrier: values.carrier,
    tracking: values.tracking,
    url: values.carrier === OTHER_CARRIER ? values.url : '',
    notify: values.notify,
    lineItems: open.map((line) => ({ id: line.id, quantity: Number(values.quantities[`line${line.id}`] ?? 0) })),
  };
}
