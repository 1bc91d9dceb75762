import { Banner, BlockStack, InlineGrid, Modal, Text } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { MAX_AT_ONCE } from '#app/features/orders/fulfillment/bulk-fulfill.ts';
import { OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { BulkAction } from '#app/ui/lists/list.ts';
import { useCarrierChoices } from '../fulfillment/tracking-fields.tsx';

type Chosen = { rows: readonly OrderRowDto[]; all: boolean };
type Followed = { carrier: string; tracking: string; url: string };
const NOT_FOLLOWED: Followed = { carrier: '', tracking: '', url: '' };
type Values = { notify: boolean; unpaid: boolean; orders: Followed[] };

/** The shipping of several orders at once, asked about before it begins. */
export function useBulkFulfill(o: {
  rows: readonly OrderRowDto[];
  rowId: (row: OrderRowDto) => string;
  /** What the list shows, for everything that it finds. */
  narrowed: object;
}): { action: BulkAction; dialog: ReactNode } {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>();
  const close = (): void => {
    setChosen(undefined);
  };
  return {
    action: {
      label: (count, all) => (all ? t('orders:bulk.upTo', { count }) : t('orders:bulk.action', { count })),
      promoted: true,
      onAction: (ids, all) => {
        const wanted = new Set(ids);
        setChosen({ rows: o.rows.filter((row) => wanted.has(o.rowId(row))), all });
      },
    },
    dialog: chosen ? <BulkDialog {...chosen} narrowed={o.narrowed} onClose={close} /> : null,
  };
}

function BulkDialog({ rows, all, narrowed, onClose }: Chosen & { narrowed: object; onClose: () => void }) {
  const t = useText();
  const form = useForm<Values>({
    schema: () =>
      import('#app/features/orders/fulfillment/bulk-fulfill.contract.ts').then(
        ({ bulkFulfillBody }) => bulkFulfillBody,
      ),
    initial: { notify: true, unpaid: false, orders: rows.map(() => NOT_FOLLOWED) },
    toPayload: ({ notify, unpaid, orders }) => ({
      notify,
      unpaid,
      ...(all
        ? { matching: narrowed }
        : {
            orders: rows.map((row, index) => {
              const { carrier, tracking, url } = orders[index] ?? NOT_FOLLOWED;
              return {
                id: row.id,
                vendor: row.vendor.id,
                carrier,
                tracking,
                url: carrier === OTHER_CARRIER ? url : '',
              };
            }),
          }),
    }),
    done: t('orders:bulk.started'),
    onDone: onClose,
  });
  const label = all ? t('orders:bulk.upTo', { count: MAX_AT_ONCE }) : t('orders:bulk.action', { count: rows.length });
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={label}
      primaryAction={{ content: label, loading: form.saving, onAction: form.submit }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p">{t('orders:bulk.body')}</Text>
          <CheckboxInput {...form.field<unknown>('notify')} label={t('orders:bulk.notify')} />
          <CheckboxInput {...form.field<unknown>('unpaid')} label={t('orders:bulk.unpaid')} />
        </BlockStack>
      </Modal.Section>
      {all ? null : (
        <Modal.Section>
          <TrackingRows form={form} rows={rows} />
        </Modal.Section>
      )}
    </Modal>
  );
}

/** How each order's fulfillment is followed, one line for each. */
function TrackingRows({ form, rows }: { form: Form<Values>; rows: readonly OrderRowDto[] }) {
  const t = useText();
  const choices = useCarrierChoices();
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Text as="h3" variant="headingSm">
          {t('orders:bulk.tracking')}
        </Text>
        <Text as="p" tone="subdued">
          {t('orders:bulk.trackingHelp')}
        </Text>
      </BlockStack>
      {rows.map(({ id, name, vendor, buyer }, index) => (
        <InlineGrid key={`${id}-${vendor.id}`} columns={{ xs: 1, sm: 3 }} gap="200" alignItems="center">
          <span className="souk-two-lines">
            <b>{name}</b>
            <span className="souk-note">{buyer.name}</span>
          </span>
          <SelectInput
            {...form.field<unknown>(`orders.${index}.carrier`)}
            label={t('orders:bulk.carrierOf', { name })}
            labelHidden
            choices={choices}
          />
          <TextInput
            {...form.field<unknown>(`orders.${index}.tracking`)}
            label={t('orders:bulk.trackingOf', { name })}
            labelHidden
            placeholder={t('orders:fulfill.tracking')}
            maxLength={200}
          />
          {form.values.orders[index]?.carrier === OTHER_CARRIER ? (
            <TextInput
              {...form.field<unknown>(`orders.${index}.url`)}
              label={t('orders:bulk.urlOf', { name })}
              type="url"
              maxLength={2000}
            />
          ) : null}
        </InlineGrid>
      ))}
    </BlockStack>
  );
}
