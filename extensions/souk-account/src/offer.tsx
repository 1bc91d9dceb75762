/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/customer-account.page.render" />
import { useState } from 'preact/hooks';
import { call, describeRefusal } from './call.ts';
import { formatDay, formatMoney, t, type Money } from './host.ts';
import { readValue, WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What is used of an offer as the API answers with it. */
export type OfferAnswer = {
  offer: {
    id: string;
    product: { title: string; variant: string };
    vendor: string;
    quantity: number;
    listed: Money;
    offered: Money;
    price: Money;
    total: Money;
    status: 'pending' | 'countered' | 'accepted' | 'rejected' | 'completed';
    expiresAt: string | null;
    version: number;
    allowedActions: ('accept' | 'reject' | 'counter')[];
    counterRange: { min: Money; max: Money } | null;
  };
  invoiceUrl: string | null;
};
type Action = OfferAnswer['offer']['allowedActions'][number];

/** An offer with its prices, and what its buyer can do with it. */
export function Offer({ id }: { id: string }) {
  const { loaded, reload } = useLoaded(() => call<OfferAnswer>(`/offers/${id}`));
  return (
    <WhenLoaded loaded={loaded} reload={reload}>
      {(answer) => <Loaded answer={answer} reload={reload} />}
    </WhenLoaded>
  );
}

function Loaded({ answer, reload }: { answer: OfferAnswer; reload: () => Promise<void> }) {
  const { offer, invoiceUrl } = answer;
  const [price, setPrice] = useState('');
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const { counterRange: range } = offer;
  const can = (action: Action): boolean => offer.allowedActions.includes(action);

  async function send(action: Action): Promise<void> {
    setSending(true);
    setFailure('');
    const body = { action, version: offer.version, ...(action === 'counter' ? { counterOffer: price } : {}) };
    try {
      await call(`/offers/${offer.id}/answer`, { method: 'POST', body });
      setPrice('');
    } catch (error) {
      setFailure(describeRefusal(error));
    }
    // Whatever came of it: what is shown next is the offer as it stands.
    await reload();
    setSending(false);
  }

  return (
    <s-stack gap="base">
      {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
      <s-badge>{t(`offer.status.${offer.status}`)}</s-badge>
      <s-text>{t('offer.listed', { price: formatMoney(offer.listed) })}</s-text>
      <s-text>{t('offer.offered', { price: formatMoney(offer.offered) })}</s-text>
      <s-text type="strong">
        {t('offer.price', {
          price: formatMoney(offer.price),
          quantity: offer.quantity,
          total: formatMoney(offer.total),
        })}
      </s-text>
      {offer.expiresAt === null ? null : (
        <s-text color="subdued">{t('offer.until', { day: formatDay(offer.expiresAt) })}</s-text>
      )}
      {invoiceUrl === null ? null : (
        <s-button variant="primary" href={invoiceUrl}>
          {t('offer.pay')}
        </s-button>
      )}
      {can('accept') ? (
        <s-button variant="primary" disabled={isSending} onClick={() => void send('accept')}>
          {t('offer.accept', { price: formatMoney(offer.price) })}
        </s-button>
      ) : null}
      {can('counter') && range ? (
        <s-stack gap="small">
          <s-text-field
            label={t('offer.counter', { currency: range.min.currency })}
            value={price}
            maxLength={20}
            onInput={(event) => setPrice(readValue(event))}
          />
          <s-text color="subdued">
            {t('offer.range', { min: formatMoney(range.min), max: formatMoney(range.max) })}
          </s-text>
          <s-button disabled={isSending || price.trim() === ''} onClick={() => void send('counter')}>
            {t('offer.sendCounter')}
          </s-button>
        </s-stack>
      ) : null}
      {can('reject') ? (
        <s-button tone="critical" disabled={isSending} onClick={() => void send('reject')}>
          {t('offer.reject')}
        </s-button>
      ) : null}
    </s-stack>
  );
}
