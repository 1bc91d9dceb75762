/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.customer-details.block.render" />
import { render } from 'preact';
import { call, Refused } from './call.ts';
import { formatMoney, readHost, readSelectedIds, t, type Money } from './host.ts';
import { WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What the block uses of `GET /buyers/{customerId}`. */
export type BuyerAnswer = {
  conversations: { id: string; vendor: string; about: string; text: string; at: string }[] | null;
  offers:
    | { id: string; vendor: string; product: string; quantity: number; price: Money; status: string; at: string }[]
    | null;
};

export default function renderBlock(): void {
  render(<CustomerBlock />, document.body);
}

/** A customer with whom nobody of the marketplace dealt has neither. */
async function load(customerId: string): Promise<BuyerAnswer> {
  try {
    return await call<BuyerAnswer>(`/buyers/${customerId}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    return { conversations: [], offers: [] };
  }
}

/** What a customer says and offers to vendors, each with the way to it. */
function CustomerBlock() {
  const [customerId = ''] = readSelectedIds();
  const { loaded, reload } = useLoaded(() => load(customerId));
  return (
    <s-admin-block heading={t('customer.heading')}>
      <WhenLoaded loaded={loaded} reload={reload}>
        {(buyer) => <Dealings buyer={buyer} />}
      </WhenLoaded>
    </s-admin-block>
  );
}

function Dealings({ buyer: { conversations, offers } }: { buyer: BuyerAnswer }) {
  if (conversations === null && offers === null) return <s-text color="subdued">{t('customer.off')}</s-text>;
  const hasAny = (conversations ?? []).length + (offers ?? []).length > 0;
  if (!hasAny) return <s-text color="subdued">{t('customer.none')}</s-text>;
  return (
    <s-stack gap="base">
      {(conversations ?? []).map(({ id, vendor, about, text, at }) => (
        <s-section key={id} accessibilityLabel={t('customer.conversation', { vendor })}>
          <s-stack gap="small">
            <s-stack direction="inline" gap="small" alignItems="center">
              <s-link href={`app:admin/conversations/${id}`}>{t('customer.conversation', { vendor })}</s-link>
              <s-text color="subdued">{[about, formatDay(at)].filter(Boolean).join(' · ')}</s-text>
            </s-stack>
            <s-text>{text}</s-text>
          </s-stack>
        </s-section>
      ))}
      {(offers ?? []).map(({ id, vendor, product, quantity, price, status, at }) => (
        <s-section key={id} accessibilityLabel={t('customer.offer', { vendor })}>
          <s-stack gap="small">
            <s-stack direction="inline" gap="small" alignItems="center">
              <s-link href={`app:admin/offers/${id}`}>{t('customer.offer', { vendor })}</s-link>
              <s-badge>{t(`customer.status.${status}`)}</s-badge>
              <s-text color="subdued">{formatDay(at)}</s-text>
            </s-stack>
            <s-text>{t('customer.offered', { quantity, product, price: formatMoney(price) })}</s-text>
          </s-stack>
        </s-section>
      ))}
    </s-stack>
  );
}

const formatDay = (at: string): string => readHost().i18n.formatDate(new Date(at), { dateStyle: 'medium' });
