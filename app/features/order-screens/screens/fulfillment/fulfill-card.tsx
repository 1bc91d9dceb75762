import { Banner, BlockStack, Button, Divider, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { MAX_FULFILLMENTS } from '#app/features/orders/fulfillment/bulk-fulfill.ts';
import type {
  shippingOptionsEndpoint,
  FulfilledDto,
  ShippingOptionsDto,
} from '#app/features/orders/fulfillment/fulfill.contract.ts';
import type { ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';
import {
  countOf,
  fulfillField,
  fulfillPayload,
  isAllCollected,
  openLines,
  fulfillmentOfRest,
} from './fulfill-values.ts';
import type { FulfillValues, OpenLine } from './fulfill-values.ts';
import { HoldButton, HoldNotice } from './hold-dialogs.tsx';
import { FulfillmentFields } from './tracking-fields.tsx';
import { RemindButton } from './remind-button.tsx';
import { ReadyForPickup } from './ready-for-pickup.tsx';

export type NextOrder = { id: string; name: string } | null;

export type FulfillCardProps = {
  orderId: string;
  part: ShownVendorOrderDto;
  /** The vendor's name, where several parts stand under one another. */
  vendorName: string | undefined;
  isPaid: boolean;
  /** Brings the focus to the button, where one came from another order that was just shipped. */
  isFocused: boolean;
  onDone: (next: NextOrder) => void;
};

/**
 * Ships what is left of a part, filled in already: one press sends all of it. What is on hold says so, and by whom. It stays
 * while nothing is left, unseen: the answer to what was sent last may come after the page's own data.
 */
export function FulfillCard(props: FulfillCardProps) {
  const { orderId, part: vendorOrder, vendorName, onDone } = props;
  const t = useText();
  const lines = openLines(vendorOrder);
  const [failed, setFailed] = useState<FulfilledDto>();
  const form = useForm<FulfillValues, FulfilledDto>({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(({ fulfillBodySchema }) => fulfillBodySchema),
    initial: { notify: true, fulfillments: [fulfillmentOfRest(lines, [])] },
    toPayload: (values) => ({ intent: 'fulfill', ...fulfillPayload(values, lines) }),
    toField: (path) => fulfillField(path, lines),
    onDone: (sent) => {
      setFailed(sent.failed.length > 0 ? sent : undefined);
      if (sent.failed.length === 0) onDone(sent.nextOrder);
    },
  });
  const options = useData(
    lines.length === 0 ? null : ['shipping-options', orderId, vendorOrder.vendor.id, countLeft(vendorOrder)],
    () => callApi<typeof shippingOptionsEndpoint>('GET', '/orders/{orderId}/shipping-options', { params: { orderId } }),
  );
  if (lines.length === 0 && vendorOrder.onHold === null) return null;
  const isCollected = vendorOrder.isPickup || isAllCollected(options.data, lines);
  const name = isCollected ? 'collect' : 'fulfill';
  const title =
    vendorName === undefined ? t(`orders:${name}.title`) : t(`orders:${name}.titleOf`, { name: vendorName });
  return (
    <SectionCard title={title} aside={t('orders:itemCount', { count: countLeft(vendorOrder) })}>
      <BlockStack gap="400">
        <HoldNotice hold={vendorOrder.onHold} vendorId={vendorOrder.vendor.id} />
        {lines.length === 0 ? null : (
          <ShipForm
            {...props}
            form={form}
            failed={failed}
            lines={lines}
            options={options.data}
            isCollected={isCollected}
          />
        )}
        <InlineStack gap="200">
          {vendorName !== undefined && vendorOrder.onHold === null && lines.length > 0 ? (
            <RemindButton vendorId={vendorOrder.vendor.id} />
          ) : null}
          <HoldButton vendorId={vendorOrder.vendor.id} isHidden={vendorOrder.onHold !== null || lines.length === 0} />
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

type ShipFormProps = FulfillCardProps & {
  form: Form<FulfillValues>;
  failed: FulfilledDto | undefined;
  lines: OpenLine[];
  options: ShippingOptionsDto | undefined;
  isCollected: boolean;
};

function ShipForm(props: ShipFormProps) {
  const { form, failed, lines, isCollected, part: vendorOrder, isPaid } = props;
  const t = useText();
  const { fulfillments } = form.values;
  const count = countOf(fulfillments, lines);
  const canSplit = lines.reduce((sum, line) => sum + line.left, 0) > 1 && fulfillments.length < MAX_FULFILLMENTS;
  const button = useFocusedOnce(props.isFocused);
  return (
    <>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      {failed ? <PartlySent sent={failed} /> : null}
      {form.errorAt('lineItems') ? <Banner tone="critical">{form.errorAt('lineItems')}</Banner> : null}
      {isPaid ? null : <Banner tone="warning">{t('orders:fulfill.unpaid')}</Banner>}
      <FulfillmentList {...props} />
      <InlineStack gap="300">
        {canSplit ? (
          <Button
            onClick={() => {
              form.set('fulfillments', [...fulfillments, fulfillmentOfRest(lines, fulfillments)]);
            }}
          >
            {t('orders:fulfill.addFulfillment')}
          </Button>
        ) : null}
        {isCollected ? <ReadyForPickup part={vendorOrder} /> : null}
      </InlineStack>
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <CheckboxInput {...form.field<unknown>('notify')} label={t('orders:fulfill.notify')} />
        <span ref={button} data-fulfill="">
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={count === 0}>
            {t(isCollected ? 'orders:collect.action' : 'orders:fulfill.action', { count })}
          </Button>
        </span>
      </InlineStack>
    </>
  );
}

/** The fulfillments of a shipment under one another; a single one has no heading. */
function FulfillmentList({ form, lines, options, isCollected }: ShipFormProps) {
  const t = useText();
  const { fulfillments } = form.values;
  return (
    <>
      {fulfillments.map((_fulfillment, index) => {
        const isAlone = fulfillments.length === 1;
        const error = form.errorAt(`fulfillments.${index}.lineItems`);
        const number = index + 1;
        return (
          <BlockStack key={index} gap="300">
            {isAlone ? null : (
              <InlineStack align="space-between" blockAlign="center">
                <Text as="h3" variant="headingSm">
                  {t('orders:fulfill.fulfillment', { number })}
                </Text>
                <Button
                  variant="plain"
                  accessibilityLabel={t('orders:fulfill.removeFulfillment', { number })}
                  onClick={() => {
                    form.set(
                      'fulfillments',
                      fulfillments.filter((_one, place) => place !== index),
                    );
                  }}
                >
                  {t('orders:fulfill.remove')}
                </Button>
              </InlineStack>
            )}
            {error ? <Banner tone="critical">{error}</Banner> : null}
            <FulfillmentFields form={form} index={index} lines={lines} options={options} isCollected={isCollected} />
            {isAlone ? null : <Divider />}
          </BlockStack>
        );
      })}
    </>
  );
}

/** Which fulfillments of several did not leave, and why; the rest of the order stands below, to be sent again. */
function PartlySent({ sent }: { sent: FulfilledDto }) {
  const t = useText();
  const total = new Set([...sent.fulfillments, ...sent.failed].map(({ index }) => index)).size;
  return (
    <Banner tone="critical" title={t('orders:fulfill.partly', { count: total, done: total - sent.failed.length })}>
      {sent.failed.map((one) => (
        <p key={one.index}>{`${t('orders:fulfill.fulfillment', { number: one.index + 1 })}: ${refusalText(t, one)}`}</p>
      ))}
    </Banner>
  );
}

function useFocusedOnce(isFocused: boolean) {
  const holder = useRef<HTMLSpanElement>(null);
  const isFirst = useRef(isFocused);
  useEffect(() => {
    if (isFirst.current) holder.current?.querySelector('button')?.focus();
    isFirst.current = false;
  }, []);
  return holder;
}

const countLeft = (vendorOrder: ShownVendorOrderDto): number =>
  vendorOrder.lines.reduce((sum, line) => sum + line.left, 0);
