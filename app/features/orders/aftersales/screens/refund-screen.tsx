import { Banner, BlockStack, Button } from '@shopify/polaris';
import { useMemo, useRef, useState } from 'react';
import { CheckboxInput, MoneyInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Stack } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { RefundPreviewDto } from '../aftersales.contract.ts';
import { RESTOCKS } from '../refund.ts';
import { NoAccess } from './access-card.tsx';
import type { ShownOrder } from '../shown-order.ts';
import { isZero, LossesCard } from './losses-card.tsx';
import { UnitRows } from './unit-rows.tsx';

const fetchRefundBodySchema = () =>
  import('../aftersales.contract.ts').then(({ refundBodySchema }) => refundBodySchema);

export type RefundScreenProps = { order: ShownOrder; onGranted: () => void; onDone: () => void };

type Values = {
  units: Record<string, number | ''>;
  restock: string;
  shipping: string;
  shippingAmount: string;
  amount: string;
  vendor: string;
  reason: string;
  notify: boolean;
};

/** A refund in two steps: what goes back, then what it takes from whom, and only then the button that pays it back. */
export function RefundScreen({ order, onGranted, onDone }: RefundScreenProps) {
  const t = useText();
  const format = useFormat();
  const [shown, setShown] = useState<{ preview: RefundPreviewDto; of: string }>();
  const initial = useMemo<Values>(
    () => ({
      units: Object.fromEntries(order.lines.map((line) => [`line${line.id}`, 0])),
      restock: 'no_restock',
      shipping: 'none',
      shippingAmount: '',
      amount: '',
      vendor: '',
      reason: '',
      notify: true,
    }),
    [order.lines],
  );
  // Issues number the lines that were sent, which are not all that are shown.
  const chosen = useRef<ShownOrder['lines']>([]);
  const look = useForm<Values, RefundPreviewDto>({
    schema: fetchRefundBodySchema,
    initial,
    toPayload: (values) => {
      chosen.current = chosenLines(values, order);
      return { intent: 'preview', ...toPayload(values, order) };
    },
    toField: (path) => toField(path, chosen.current),
    onDone: (preview) => {
      setShown({ preview, of: asText(look.values) });
    },
  });
  const preview = shown?.of === asText(look.values) ? shown.preview : undefined;
  const make = useForm<{ token: string }>({
    schema: fetchRefundBodySchema,
    initial: { token: '' },
    toPayload: () => ({ intent: 'refund', ...toPayload(look.values, order), token: preview?.token }),
    toField: () => '',
    done: t('aftersales:refund.done'),
    onDone,
  });
  const error = make.formError ?? look.formError;
  if (!order.granted)
    return <NoAccess order={order} title={t('aftersales:refund.title', { name: order.name })} onGranted={onGranted} />;
  return (
    <ScreenPage
      title={t('aftersales:refund.title', { name: order.name })}
      back={{ label: order.name, url: `/orders/${order.orderId}` }}
      kind="form"
    >
      <Stack>
        {error ? <Banner tone="critical">{error}</Banner> : null}
        <SectionCard title={t('aftersales:refund.items')}>
          <BlockStack gap="300">
            {order.lines.length === 0 ? t('aftersales:refund.noItems') : null}
            <UnitRows
              lines={order.lines.map((line) => ({
                ...line,
                aside: [line.vendor, line.variantTitle, format.money(line.unitPrice)].filter(Boolean).join(' · '),
              }))}
              fieldOf={(id) => look.field<unknown>(`units.line${id}`)}
              labelOf={(title) => t('aftersales:refund.quantityOf', { title })}
            />
            <SelectInput
              {...look.field<unknown>('restock')}
              label={t('aftersales:refund.restock')}
              choices={['no_restock', ...RESTOCKS.filter((one) => one !== 'no_restock')].map((value) => ({
                value,
                label: t(`aftersales:refund.restocks.${value as (typeof RESTOCKS)[number]}`),
              }))}
            />
          </BlockStack>
        </SectionCard>
        <MoneyVendorOrder form={look} order={order} worth={preview?.worth} />
        <EndRow>
          <Button onClick={look.submit} loading={look.saving} {...(preview ? {} : { variant: 'primary' as const })}>
            {t('aftersales:preview')}
          </Button>
        </EndRow>
        {preview ? (
          <>
            <LossesCard losses={preview} amount={preview.amount} note={beyondText(preview)} />
            <EndRow>
              <Button variant="primary" tone="critical" onClick={make.submit} loading={make.saving}>
                {t('aftersales:refund.make', { amount: format.money(preview.amount) })}
              </Button>
            </EndRow>
          </>
        ) : null}
      </Stack>
    </ScreenPage>
  );

  function beyondText({ beyond }: RefundPreviewDto): string {
    if (isZero(beyond)) return '';
    const isKept = beyond.amount.startsWith('-');
    const amount = format.money({ ...beyond, amount: beyond.amount.replace('-', '') });
    return isKept ? t('aftersales:losses.kept', { amount }) : t('aftersales:losses.beyond', { amount });
  }
}

type MoneyProps = { form: Form<Values>; order: ShownOrder; worth: RefundPreviewDto['worth'] | undefined };

function MoneyVendorOrder({ form, order, worth }: MoneyProps) {
  const t = useText();
  const format = useFormat();
  const { currency } = order;
  const isOfVendor = form.values.shipping.startsWith(OF_VENDOR);
  return (
    <SectionCard title={t('aftersales:refund.money')}>
      <BlockStack gap="300">
        <SelectInput
          {...form.field<unknown>('shipping')}
          label={t('aftersales:refund.shipping')}
          choices={[
            { value: 'none', label: t('aftersales:refund.shippingNone') },
            ...order.shippingLeft.map(({ vendor, amount }) => ({
              value: `${OF_VENDOR}${vendor}`,
              label: t('aftersales:refund.shippingOf', { name: vendor, amount: format.money(amount) }),
            })),
            { value: 'full', label: t('aftersales:refund.shippingFull') },
            { value: 'part', label: t('aftersales:refund.shippingPart') },
          ]}
        />
        {form.values.shipping === 'part' ? (
          <MoneyInput
            {...form.field<unknown>('shippingAmount')}
            label={t('aftersales:refund.shippingAmount')}
            currency={currency}
          />
        ) : null}
        <MoneyInput
          {...form.field<unknown>('amount')}
          label={t('aftersales:refund.amount')}
          helpText={
            worth
              ? t('aftersales:refund.amountHintOf', { amount: format.money(worth) })
              : t('aftersales:refund.amountHint')
          }
          currency={currency}
        />
        {isOfVendor ? null : (
          <SelectInput
            {...form.field<unknown>('vendor')}
            label={t('aftersales:refund.bearer')}
            choices={[
              { value: '', label: t('aftersales:refund.bearerAll') },
              ...order.vendors.map((name) => ({ value: name, label: name })),
            ]}
          />
        )}
        <TextInput
          {...form.field<unknown>('reason')}
          label={t('aftersales:refund.reason')}
          helpText={t('aftersales:refund.reasonHint')}
          optional
          maxLength={255}
        />
        <CheckboxInput {...form.field<unknown>('notify')} label={t('aftersales:notify')} />
      </BlockStack>
    </SectionCard>
  );
}

/** Before the name of the vendor whose share of shipping goes back: it is the vendor that bears it. */
const OF_VENDOR = 'of:';

const asText = (values: Values): string => JSON.stringify(values);

const chosenLines = (values: Values, order: ShownOrder) =>
  order.lines.filter((line) => Number(values.units[`line${line.id}`] ?? 0) > 0);

function toPayload(values: Values, order: ShownOrder) {
  const lines = chosenLines(values, order).map(({ id }) => ({
    id,
    quantity: Number(values.units[`line${id}`]),
    restock: values.restock,
  }));
  const own = order.shippingLeft.find(({ vendor }) => values.shipping === `${OF_VENDOR}${vendor}`);
  const liableParty = own ? own.vendor : values.vendor;
  return {
    lines: lines.length > 0 ? lines : null,
    shipping: own
      ? { amount: own.amount.amount }
      : values.shipping === 'full'
        ? { full: true }
        : values.shipping === 'part'
          ? { amount: values.shippingAmount }
          : null,
    amount: values.amount === '' ? null : values.amount,
    vendor: liableParty === '' ? null : liableParty,
    reason: values.reason,
    notify: values.notify,
  };
}

/** The field of an issue: the payload numbers the chosen lines only, and the sent amounts have fields of their own. */
function toField(path: string, chosen: ShownOrder['lines']): string {
  if (path.startsWith('shipping')) return 'shippingAmount';
  const index = /^lines\.(\d+)/.exec(path)?.[1];
  return index === undefined ? path : `units.line${chosen[Number(index)]?.id ?? ''}`;
}
