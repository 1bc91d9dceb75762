import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { CARRIERS, OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import type { ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';
import { TrackingFields } from './tracking-fields.tsx';

type Fulfillment = ShownVendorOrderDto['fulfillments'][number];

/** The fulfillments that were made, with their tracking pages; own ones can be changed and taken back until all came back. */
export function FulfillmentsCard(props: { fulfillments: readonly Fulfillment[]; isReturned: boolean }) {
  const fulfillments = props.fulfillments.map((one) => (props.isReturned ? { ...one, canChange: false } : one));
  const t = useText();
  return (
    <SectionCard title={t('orders:shipments.title')}>
      <ul className="souk-shipments" aria-label={t('orders:shipments.title')}>
        {fulfillments.map((fulfillment) => (
          // A fulfillment of the store may hold lines of several vendors: in the marketplace view it stands here for each.
          <li key={`${fulfillment.id}-${fulfillment.lines[0]?.lineId ?? ''}`}>
            <FulfillmentRow fulfillment={fulfillment} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function FulfillmentRow({ fulfillment }: { fulfillment: Fulfillment }) {
  const t = useText();
  const when = useWhen();
  const [isEditing, setEditing] = useState(false);
  const name =
    [fulfillment.carrier, fulfillment.tracking].filter(Boolean).join(' ') || t('orders:shipments.noTracking');
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="start" gap="200">
        <span className="souk-two-lines">
          <b>
            {fulfillment.trackingPage === null || fulfillment.status === 'cancelled' ? (
              name
            ) : (
              <Link url={fulfillment.trackingPage} target="_blank">
                {name}
              </Link>
            )}
          </b>
          <span className="souk-note">
            {fulfillment.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
          </span>
        </span>
        <InlineStack gap="200" blockAlign="center">
          {fulfillment.status === 'cancelled' ? <StatusBadge status="cancelled" /> : null}
          <Text as="span" variant="bodySm" tone="subdued">
            {when(fulfillment.createdAt)}
          </Text>
        </InlineStack>
      </InlineStack>
      {fulfillment.canChange && !isEditing ? (
        <InlineStack gap="200">
          <Button
            size="slim"
            accessibilityLabel={t('orders:shipments.changeOf', { name })}
            onClick={() => {
              setEditing(true);
            }}
          >
            {t('orders:shipments.change')}
          </Button>
        </InlineStack>
      ) : null}
      <CancelButton fulfillment={fulfillment} name={name} isHidden={!fulfillment.canChange || isEditing} />
      {isEditing ? (
        <TrackingForm
          fulfillment={fulfillment}
          onClose={() => {
            setEditing(false);
          }}
        />
      ) : null}
    </BlockStack>
  );
}

function TrackingForm({ fulfillment, onClose }: { fulfillment: Fulfillment; onClose: () => void }) {
  const t = useText();
  // The address of a known carrier's page is the store's own making and is made anew for another number.
  const isOther = fulfillment.carrier !== null && !CARRIERS.includes(fulfillment.carrier) && fulfillment.url !== null;
  const form = useForm({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(
        ({ trackingBodySchema }) => trackingBodySchema,
      ),
    initial: {
      carrier: isOther ? OTHER_CARRIER : (fulfillment.carrier ?? ''),
      tracking: fulfillment.tracking ?? '',
      url: isOther ? (fulfillment.url ?? '') : '',
      notify: true,
    },
    toPayload: (values) => ({
      intent: 'tracking',
      fulfillment: fulfillment.id,
      ...values,
      url: values.carrier === OTHER_CARRIER ? values.url : '',
    }),
    done: t('orders:shipments.changed'),
    onDone: onClose,
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <TrackingFields form={form} at="" carrier={form.values.carrier} />
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <CheckboxInput {...form.field<unknown>('notify')} label={t('orders:fulfill.notify')} />
        <InlineStack gap="200">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('orders:shipments.save')}
          </Button>
        </InlineStack>
      </InlineStack>
    </BlockStack>
  );
}

/** Takes a fulfillment back, after asking. It stays while hidden, to say that it was done. */
function CancelButton({ fulfillment, name, isHidden }: { fulfillment: Fulfillment; name: string; isHidden: boolean }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ intent: 'cancel_fulfillment', fulfillment: fulfillment.id }),
    done: t('orders:shipments.cancelled'),
  });
  const count = fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0);
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('orders:shipments.cancelTitle', { name }),
      body: t('orders:shipments.cancelBody', { count }),
      action: t('orders:shipments.cancel'),
      cancel: t('orders:shipments.keep'),
    });
    if (sure) form.submit();
  };
  if (isHidden) return null;
  return (
    <InlineStack gap="200">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <Button
        size="slim"
        tone="critical"
        loading={form.saving}
        accessibilityLabel={t('orders:shipments.cancelOf', { name })}
        onClick={() => void ask()}
      >
        {t('orders:shipments.cancel')}
      </Button>
    </InlineStack>
  );
}
