import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { MoneyInput, QuantityInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack } from '#app/ui/components/layout.tsx';
import { useLayoutPath, useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ShownEntry } from '../listings.contract.ts';
import './listings.css';

export type ShownEntryScreenProps = {
  entry: ShownEntry;
  mayOffer: boolean;
  /** The viewer acts for nobody in particular and names for whom the offer is. */
  needsVendor: boolean;
  vendors: readonly string[];
};

/** An entry of the catalogue: what it says, what others ask for it, and the own offer or the way to it. */
export function ShownEntryScreen(props: ShownEntryScreenProps) {
  const { entry } = props;
  const t = useText();
  const facts = [
    ...(entry.productType === '' ? [] : [{ label: t('catalog:columns.type'), value: entry.productType }]),
    ...(entry.barcode === '' ? [] : [{ label: t('catalog:columns.barcode'), value: entry.barcode }]),
  ];
  return (
    <ScreenPage title={entry.title} back={{ label: t('catalog:title'), url: '/catalog' }}>
      <Columns
        shape="editor"
        main={
          <Stack>
            <OfferCard {...props} />
            <SectionCard title={t('catalog:entry.about')}>
              <BlockStack gap="300">
                {entry.pictureUrl === '' ? null : <img className="offer-picture" src={entry.pictureUrl} alt="" />}
                {/* The service cleaned it when it was written: nothing of it runs. */}
                <div className="offer-words" dangerouslySetInnerHTML={{ __html: entry.description }} />
                {facts.length === 0 ? null : <Facts facts={facts} />}
              </BlockStack>
            </SectionCard>
          </Stack>
        }
        side={<Competition entry={entry} />}
      />
    </ScreenPage>
  );
}

function OfferCard({ entry, mayOffer, needsVendor, vendors }: ShownEntryScreenProps) {
  const t = useText();
  const path = useLayoutPath();
  if (entry.mine) {
    return (
      <SectionCard title={t('catalog:offer.card')}>
        <InlineStack gap="300" blockAlign="center">
          <Text as="p">{t('catalog:offer.yours')}</Text>
          <Button url={path(`/products/${entry.mine.productId}`)}>{t('catalog:offer.open')}</Button>
        </InlineStack>
      </SectionCard>
    );
  }
  if (!entry.active) return <Banner tone="info">{t('catalog:offer.archived')}</Banner>;
  if (!mayOffer) return <Banner tone="info">{t('catalog:offer.readOnly')}</Banner>;
  return <OfferForm entry={entry} vendors={needsVendor ? vendors : undefined} />;
}

type OfferFormProps = {
  entry: ShownEntry;
  /** To choose from, for somebody who acts for nobody in particular. */
  vendors: readonly string[] | undefined;
};

function OfferForm({ entry, vendors }: OfferFormProps) {
  const t = useText();
  const form = useForm<{ price: string; compareAt: string; stock: string; sku: string; vendor: string }>({
    schema: () => import('../listings.contract.ts').then(({ listingBody }) => listingBody),
    initial: { price: '', compareAt: '', stock: '1', sku: '', vendor: '' },
    toPayload: ({ vendor, stock, ...values }) => ({
      ...values,
      stock: stock === '' ? 0 : stock,
      ...(vendor === '' ? {} : { vendor }),
    }),
    toField: (issue) => issue.replace(/^product\.(variants\.0\.)?/, ''),
    done: t('catalog:offer.done'),
  });
  const { currency } = entry;
  return (
    <SectionCard title={t('catalog:offer.card')}>
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {vendors ? (
          <SelectInput
            {...form.field('vendor')}
            label={t('catalog:offer.vendor')}
            placeholder={t('catalog:offer.chooseVendor')}
            choices={vendors.map((name) => ({ value: name, label: name }))}
          />
        ) : null}
        <div className="offer-pair">
          <MoneyInput {...form.field('price')} label={t('catalog:offer.price')} currency={currency} />
          <MoneyInput {...form.field('compareAt')} label={t('catalog:offer.compareAt')} currency={currency} optional />
          <QuantityInput {...form.field('stock')} label={t('catalog:offer.stock')} />
          <TextInput {...form.field('sku')} label={t('catalog:offer.sku')} maxLength={255} optional />
        </div>
        <Text as="p" tone="subdued">
          {t('catalog:offer.hint')}
        </Text>
        <InlineStack>
          <Button variant="primary" loading={form.saving} onClick={form.submit}>
            {t('catalog:offer.make')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

/** What others ask for the entry, never who; and what the marketplace suggests. */
function Competition({ entry }: { entry: ShownEntry }) {
  const t = useText();
  const { money } = useFormat();
  const { standing: position, currency, priceMin, priceMax } = entry;
  const show = (amount: string): string => money({ amount, currency });
  const guide =
    priceMin !== null && priceMax !== null
      ? t('catalog:offer.guideBoth', { from: show(priceMin), to: show(priceMax) })
      : priceMin !== null
        ? t('catalog:offer.guideFrom', { from: show(priceMin) })
        : priceMax !== null
          ? t('catalog:offer.guideTo', { to: show(priceMax) })
          : null;
  if (entry.offers === null && guide === null) return null;
  return (
    <SectionCard title={t('catalog:offer.competition')}>
      <BlockStack gap="200">
        {position ? (
          <>
            <Text as="p">{t('catalog:offer.others', { count: position.others })}</Text>
            <Text as="p">{t('catalog:offer.lowest', { price: show(position.lowest) })}</Text>
            {position.place === null ? null : (
              <Text as="p">{t('catalog:offer.place', { place: position.place, of: position.others + 1 })}</Text>
            )}
          </>
        ) : entry.offers === null ? null : (
          <Text as="p">{t('catalog:offer.alone')}</Text>
        )}
        {guide === null ? null : (
          <Text as="p" tone="subdued">
            {guide}
          </Text>
        )}
      </BlockStack>
    </SectionCard>
  );
}
