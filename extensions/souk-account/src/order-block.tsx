/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/customer-account.order-status.block.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { call, Refused } from './call.ts';
import { Conversation } from './conversation.tsx';
import { formatDay, readHost, t, useSignal } from './host.ts';
import { WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What the block uses of `GET /buyer/orders/{orderId}`. */
export type OrderAnswer = {
  canAsk: boolean;
  vendors: {
    vendor: { id: string; name: string };
    progress: 'preparing' | 'partly_shipped' | 'shipped' | 'delivered' | 'returned' | 'cancelled';
    items: { title: string; variant: string; quantity: number }[];
    shipments: {
      id: string;
      carrier: string | null;
      tracking: string | null;
      trackingPage: string | null;
      sentAt: string;
      items: { title: string; quantity: number }[];
    }[];
    conversationId: string | null;
    isUnread: boolean;
  }[];
};
type Part = OrderAnswer['vendors'][number];

export default function renderBlock(): void {
  render(<OrderBlock />, document.body);
}

/** Who of the sellers sends what of an order, and the way to ask them. Before somebody signed in: who sells what. */
function OrderBlock() {
  const order = useSignal(readHost().order);
  const authentication = useSignal(readHost().authenticationState);
  const [, orderId] = /\/(\d+)$/.exec(order?.id ?? '') ?? [];
  const isSignedIn = orderId !== undefined && authentication === 'fully_authenticated';
  return (
    <s-section heading={t('order.heading')}>
      {isSignedIn ? <SignedIn key={orderId} orderId={orderId} /> : <Unproven canSignIn={orderId !== undefined} />}
    </s-section>
  );
}

/** An order that the marketplace does not know as the customer's has no sellers. */
async function loadOrder(orderId: string): Promise<OrderAnswer> {
  try {
    return await call<OrderAnswer>(`/orders/${orderId}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    return { canAsk: false, vendors: [] };
  }
}

function SignedIn({ orderId }: { orderId: string }) {
  const { loaded, reload } = useLoaded(() => loadOrder(orderId));
  return (
    <WhenLoaded loaded={loaded} reload={reload}>
      {({ vendors, canAsk }) =>
        vendors.length === 0 ? (
          <s-text color="subdued">{t('order.none')}</s-text>
        ) : (
          <s-stack gap="base">
            {vendors.map((part) => (
              <VendorPart key={part.vendor.id} orderId={orderId} part={part} canAsk={canAsk} />
            ))}
            {canAsk ? <s-link href="extension:souk-account-messages/">{t('order.all')}</s-link> : null}
          </s-stack>
        )
      }
    </WhenLoaded>
  );
}

function VendorPart({ orderId, part, canAsk }: { orderId: string; part: Part; canAsk: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { vendor, progress, items, shipments, conversationId, isUnread } = part;
  return (
    <s-section heading={vendor.name}>
      <s-stack gap="small">
        <s-stack direction="inline" gap="small" alignItems="center">
          <s-badge>{t(`order.progress.${progress}`)}</s-badge>
          {isUnread ? <s-badge>{t('order.unread')}</s-badge> : null}
        </s-stack>
        <s-text>{items.map(describeItem).join(', ')}</s-text>
        {shipments.map((shipment) => (
          <Shipment
            key={shipment.id}
            shipment={shipment}
            isOnly={shipments.length === 1 && progress !== 'partly_shipped'}
          />
        ))}
        {canAsk && !isAsking ? (
          <s-button onClick={() => setAsking(true)}>
            {t(conversationId === null ? 'order.ask' : 'order.continue')}
          </s-button>
        ) : null}
        {isAsking ? (
          <Conversation
            vendor={vendor.name}
            conversationId={conversationId}
            firstPath={`/orders/${orderId}/vendors/${vendor.id}/messages`}
          />
        ) : null}
      </s-stack>
    </s-section>
  );
}

/** One shipment: when, by whom, and where it is followed. What is in it is said where there are others. */
function Shipment({ shipment, isOnly }: { shipment: Part['shipments'][number]; isOnly: boolean }) {
  const { carrier, tracking, trackingPage, sentAt, items } = shipment;
  const by = carrier === null ? 'order.sent' : 'order.sentBy';
  const number = tracking ?? t('order.follow');
  return (
    <s-stack gap="none">
      <s-text color="subdued">{t(by, { day: formatDay(sentAt), carrier: carrier ?? '' })}</s-text>
      {isOnly ? null : (
        <s-text color="subdued">{items.map((item) => describeItem({ ...item, variant: '' })).join(', ')}</s-text>
      )}
      {trackingPage !== null ? (
        <s-link href={trackingPage} target="_blank">
          {number}
        </s-link>
      ) : tracking === null ? null : (
        <s-text>{tracking}</s-text>
      )}
    </s-stack>
  );
}

/** Who sells what, as the page itself knows it: nothing here needs to know who looks. */
function Unproven({ canSignIn }: { canSignIn: boolean }) {
  const lines = useSignal(readHost().lines);
  const sellers = [...new Set(lines.map(({ merchandise }) => merchandise.product.vendor))];
  return (
    <s-stack gap="base">
      {sellers.map((seller) => (
        <s-section key={seller} heading={seller}>
          <s-text>
            {lines
              .filter(({ merchandise }) => merchandise.product.vendor === seller)
              .map(({ merchandise, quantity }) => describeItem({ title: merchandise.title, variant: '', quantity }))
              .join(', ')}
          </s-text>
        </s-section>
      ))}
      {canSignIn ? <s-button onClick={() => void readHost().requireLogin()}>{t('order.signIn')}</s-button> : null}
    </s-stack>
  );
}

function describeItem({ title, variant, quantity }: Part['items'][number]): string {
  return t('order.line', { quantity, title: variant === '' ? title : `${title} (${variant})` });
}
