import { Banner, BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { StoreLink } from '#app/ui/shell/store-link.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { Facts, type Fact } from '#app/ui/components/layout.tsx';
import { Form, useNavigation } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { OfferDto } from '../offers.contract.ts';

export type BuyerOfferProps = {
  /** Null where the link leads to nothing any more. */
  found: { offer: OfferDto; invoiceUrl: string | null } | null;
  /** Why the last answer was not taken, in the buyer's language. */
  refused: string | null;
};

/**
 * What the link of a mail shows a buyer: the price on the table with its answers, or the way to the invoice. Only its buttons
 * act, because programs that look through mails follow their links. It works without script.
 */
export function BuyerOfferScreen({ found, refused }: BuyerOfferProps) {
  const t = useText();
  if (!found) {
    return (
      <LoginCard title={t('offers:page.void')} below={<StoreLink />}>
        <Text as="p">{t('offers:page.voidBody')}</Text>
      </LoginCard>
    );
  }
  const { offer, invoiceUrl } = found;
  const state = offer.status === 'rejected' ? (`rejected_${offer.rejectedBy ?? 'vendor'}` as const) : offer.status;
  return (
    <LoginCard title={offer.product.title} below={<StoreLink />}>
      <BlockStack gap="400">
        {refused === null ? null : <Banner tone="critical">{refused}</Banner>}
        <div role="status">
          <Text as="p">
            {t(`offers:page.state.${state}`, { vendor: offer.vendor, days: 7, order: offer.order?.name ?? '' })}
          </Text>
        </div>
        <Prices offer={offer} />
        {invoiceUrl === null ? null : (
          <Button variant="primary" url={invoiceUrl} fullWidth>
            {t('offers:page.pay')}
          </Button>
        )}
        {offer.status === 'accepted' && invoiceUrl === null && offer.order === null ? (
          <Text as="p" tone="subdued">
            {t('offers:page.preparing')}
          </Text>
        ) : null}
        {offer.allowedActions.includes('accept') ? <Answers offer={offer} /> : null}
      </BlockStack>
    </LoginCard>
  );
}

function Prices({ offer }: { offer: OfferDto }) {
  const t = useText();
  const facts: Fact[] = [
    ...(offer.product.variant === '' ? [] : [{ label: t('offers:facts.variant'), value: offer.product.variant }]),
    { label: t('offers:facts.listed'), value: <Money value={offer.listed} /> },
    { label: t('offers:page.yours'), value: <Money value={offer.offered} /> },
    { label: t('offers:facts.price'), value: <Money value={offer.price} bold /> },
    { label: t('offers:facts.quantity'), value: offer.quantity },
    { label: t('offers:facts.total'), value: <Money value={offer.total} bold /> },
  ];
  return <Facts facts={facts} />;
}

function Answers({ offer }: { offer: OfferDto }) {
  const t = useText();
  const format = useFormat();
  const navigation = useNavigation();
  const [price, setPrice] = useState('');
  const busy = navigation.state !== 'idle';
  const { counterRange: range } = offer;
  return (
    <BlockStack gap="400">
      <Form method="post">
        <input type="hidden" name="version" value={offer.version} />
        <input type="hidden" name="action" value="accept" />
        <Button submit variant="primary" fullWidth loading={busy}>
          {t('offers:page.accept', { price: format.money(offer.price) })}
        </Button>
      </Form>
      {range ? (
        <Form method="post">
          <input type="hidden" name="version" value={offer.version} />
          <input type="hidden" name="action" value="counter" />
          <BlockStack gap="200">
            <TextField
              label={t('offers:page.counter')}
              helpText={t('offers:counter.range', { min: format.money(range.min), max: format.money(range.max) })}
              name="counterOffer"
              inputMode="decimal"
              autoComplete="off"
              value={price}
              onChange={setPrice}
            />
            <Button submit fullWidth disabled={busy}>
              {t('offers:counter.send')}
            </Button>
          </BlockStack>
        </Form>
      ) : null}
      <Form method="post">
        <input type="hidden" name="version" value={offer.version} />
        <input type="hidden" name="action" value="reject" />
        <Button submit fullWidth tone="critical" variant="plain" disabled={busy}>
          {t('offers:page.decline')}
        </Button>
      </Form>
    </BlockStack>
  );
}
