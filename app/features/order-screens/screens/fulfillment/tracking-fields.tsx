import { BlockStack, InlineGrid } from '@shopify/polaris';
import { QuantityInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { CARRIERS, OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import type { ShippingOptionsDto } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import type { FulfillValues, OpenLine } from './fulfill-values.ts';

/** The carriers to choose from; one that the store named and that is not in our list stays what it is. */
export function useCarrierChoices(now = ''): { value: string; label: string }[] {
  const t = useText();
  const isListed = now === '' || now === OTHER_CARRIER || CARRIERS.includes(now);
  return [
    { value: '', label: t('orders:fulfill.noCarrier') },
    ...(isListed ? [] : [{ value: now, label: now }]),
    ...CARRIERS.map((name) => ({ value: name, label: name })),
    { value: OTHER_CARRIER, label: t('orders:fulfill.otherCarrier') },
  ];
}

/** Carrier, number, and the address of another carrier's page; `at` is where they stand in the form. */
export function TrackingFields(props: {
  form: Pick<Form<Record<string, unknown>>, 'field'>;
  at: string;
  carrier: string;
}) {
  const { form, at, carrier } = props;
  const t = useText();
  const choices = useCarrierChoices(carrier);
  return (
    <BlockStack gap="300">
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
        <SelectInput {...form.field<unknown>(`${at}carrier`)} label={t('orders:fulfill.carrier')} choices={choices} />
        <TextInput
          {...form.field<unknown>(`${at}tracking`)}
          label={t('orders:fulfill.tracking')}
          optional
          maxLength={200}
        />
      </InlineGrid>
      {carrier === OTHER_CARRIER ? (
        <TextInput {...form.field<unknown>(`${at}url`)} label={t('orders:fulfill.url')} type="url" maxLength={2000} />
      ) : null}
    </BlockStack>
  );
}

/** One fulfillment of a shipment: what is in it, from where, and how it is followed. */
export function FulfillmentFields(props: {
  form: Form<FulfillValues>;
  index: number;
  lines: readonly OpenLine[];
  options: ShippingOptionsDto | undefined;
  /** The buyer collects it: nothing is followed. */
  isCollected: boolean;
}) {
  const { form, index, lines, options, isCollected } = props;
  const t = useText();
  const at = `fulfillments.${index}.`;
  const fulfillment = form.values.fulfillments[index];
  const locations = options?.locations ?? [];
  const nameOf = new Map(locations.map(({ id, name }) => [id, name]));
  const placesOf = (lineId: string): string =>
    locations.length < 2
      ? ''
      : (options?.lines.find((line) => line.id === lineId)?.at ?? [])
          .map(({ location, quantity }) =>
            t('orders:fulfill.atLocation', { quantity, name: nameOf.get(location) ?? location }),
          )
          .join(', ');
  return (
    <BlockStack gap="300">
      <ul className="souk-ship-lines">
        {lines.map((line) => (
          <li key={line.id} className="souk-ship-line">
            <Picture src={line.image ?? undefined} size={44} />
            <span className="souk-two-lines">
              <b>{line.title}</b>
              <span className="souk-note">
                {[line.variantTitle, line.sku, placesOf(line.id)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="souk-ship-quantity">
              <span aria-hidden="true">{t('orders:fulfill.ship')}</span>
              <QuantityInput
                {...form.field<unknown>(`${at}quantities.line${line.id}`)}
                label={t('orders:fulfill.shipOf', { title: line.title })}
                labelHidden
                min={0}
                max={line.left}
              />
              <span>{t('orders:fulfill.ofLeft', { left: line.left })}</span>
            </span>
            {index === 0 ? <Money value={line.total} /> : null}
          </li>
        ))}
      </ul>
      {locations.length > 1 ? (
        <SelectInput
          {...form.field<unknown>(`${at}location`)}
          label={t('orders:fulfill.location')}
          choices={[
            { value: '', label: t('orders:fulfill.anyLocation') },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      {isCollected ? null : <TrackingFields form={form} at={at} carrier={fulfillment?.carrier ?? ''} />}
    </BlockStack>
  );
}
