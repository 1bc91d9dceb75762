import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { z } from 'zod';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { CARRIERS, OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import { trackingBodySchema } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import type { OrderPartDto } from '#app/features/orders/orders.contract.ts';
import { TrackingFields } from './tracking-fields.tsx';

type Parcel = OrderPartDto['fulfilments'][number];

/** The parcels that were made, with their tracking pages; own ones can be changed and taken back. */
export function ParcelsCard({ parcels }: { parcels: readonly Parcel[] }) {
  const t = useText();
  return (
    <SectionCard title={t('orders:parcels.title')}>
      <ul className="souk-parcels" aria-label={t('orders:parcels.title')}>
        {parcels.map((parcel) => (
          // A parcel of the store may hold lines of several vendors: in the marketplace view it stands here for each.
          <li key={`${parcel.id}-${parcel.lines[0]?.lineId ?? ''}`}>
            <ParcelRow parcel={parcel} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function ParcelRow({ parcel }: { parcel: Parcel }) {
  const t = useText();
  const when = useWhen();
  const [isEditing, setEditing] = useState(false);
  const name = [parcel.carrier, parcel.tracking].filter(Boolean).join(' ') || t('orders:parcels.noTracking');
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="start" gap="200">
        <span className="souk-two-lines">
          <b>
            {parcel.trackingPage === null || parcel.status === 'cancelled' ? (
              name
            ) : (
              <Link url={parcel.trackingPage} target="_blank">
                {name}
              </Link>
            )}
          </b>
          <span className="souk-note">
            {parcel.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
          </span>
        </span>
        <InlineStack gap="200" blockAlign="center">
          {parcel.status === 'cancelled' ? <StatusBadge status="cancelled" /> : null}
          <Text as="span" variant="bodySm" tone="subdued">
            {when(parcel.createdAt)}
          </Text>
        </InlineStack>
      </InlineStack>
      {parcel.canChange && !isEditing ? (
        <InlineStack gap="200">
          <Button
            size="slim"
            accessibilityLabel={t('orders:parcels.changeOf', { name })}
            onClick={() => {
              setEditing(true);
            }}
          >
            {t('orders:parcels.change')}
          </Button>
        </InlineStack>
      ) : null}
      <CancelButton parcel={parcel} name={name} isHidden={!parcel.canChange || isEditing} />
      {isEditing ? (
        <TrackingForm
          parcel={parcel}
          onClose={() => {
            setEditing(false);
          }}
        />
      ) : null}
    </BlockStack>
  );
}

function TrackingForm({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const t = useText();
  // The address of a known carrier's page is the store's own making and is made anew for another number.
  const isOther = parcel.carrier !== null && !CARRIERS.includes(parcel.carrier) && parcel.url !== null;
  const form = useForm({
    schema: trackingBodySchema,
    initial: {
      carrier: isOther ? OTHER_CARRIER : (parcel.carrier ?? ''),
      tracking: parcel.tracking ?? '',
      url: isOther ? (parcel.url ?? '') : '',
      notify: true,
    },
    toPayload: (values) => ({
      intent: 'tracking',
      parcel: parcel.id,
      ...values,
      url: values.carrier === OTHER_CARRIER ? values.url : '',
    }),
    done: t('orders:parcels.changed'),
    onDone: onClose,
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <TrackingFields form={form} at="" carrier={form.values.carrier} />
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <CheckboxInput {...form.field<unknown>('notify')} label={t('orders:fulfil.notify')} />
        <InlineStack gap="200">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('orders:parcels.save')}
          </Button>
        </InlineStack>
      </InlineStack>
    </BlockStack>
  );
}

/** Takes a parcel back, after asking. It stays while hidden, to say that it was done. */
function CancelButton({ parcel, name, isHidden }: { parcel: Parcel; name: string; isHidden: boolean }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    schema: z.looseObject({}),
    initial: {},
    toPayload: () => ({ intent: 'cancel_parcel', parcel: parcel.id }),
    done: t('orders:parcels.cancelled'),
  });
  const count = parcel.lines.reduce((sum, line) => sum + line.quantity, 0);
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('orders:parcels.cancelTitle', { name }),
      body: t('orders:parcels.cancelBody', { count }),
      action: t('orders:parcels.cancel'),
      cancel: t('orders:parcels.keep'),
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
        accessibilityLabel={t('orders:parcels.cancelOf', { name })}
        onClick={() => void ask()}
      >
        {t('orders:parcels.cancel')}
      </Button>
    </InlineStack>
  );
}
