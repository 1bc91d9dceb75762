/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.order-index.selection-action.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { call, createKey, describeRefusal } from './call.ts';
import { readHost, readSelectedIds, t } from './host.ts';

/** So many orders the API reminds of at once. */
const MAX_ORDERS = 50;

type Named = { orderId: string; vendor: { name: string } };
type Answer = { reminded: Named[]; skipped: (Named & { reason: string })[] };

export default function renderAction(): void {
  render(<OrdersAction />, document.body);
}

/** Reminds the vendors of the orders that were chosen in the list. */
function OrdersAction() {
  const orderIds = readSelectedIds();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const [key] = useState(createKey);

  async function send(): Promise<void> {
    setSending(true);
    setFailure('');
    try {
      const body = { orders: orderIds.map((orderId) => ({ orderId })) };
      setAnswer(await call<Answer>('/orders/remind', { method: 'POST', body, key }));
    } catch (error) {
      setFailure(describeRefusal(error));
    } finally {
      setSending(false);
    }
  }

  const isTooMany = orderIds.length > MAX_ORDERS;
  return (
    <s-admin-action heading={t('orders.heading')} loading={isSending}>
      <s-stack gap="base">
        {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
        {answer ? (
          <>
            <s-banner tone={answer.reminded.length > 0 ? 'success' : 'info'}>
              {t('orders.reminded', { count: answer.reminded.length })}
            </s-banner>
            {answer.skipped.map(({ orderId, vendor, reason }) => (
              <s-text key={`${orderId}-${vendor.name}`} color="subdued">
                {t(`act.remind.skipped.${reason}`, { vendor: vendor.name })}
              </s-text>
            ))}
          </>
        ) : (
          <s-text>
            {isTooMany ? t('orders.tooMany', { maximum: MAX_ORDERS }) : t('orders.ask', { count: orderIds.length })}
          </s-text>
        )}
      </s-stack>
      {answer || isTooMany ? null : (
        <s-button slot="primary-action" variant="primary" disabled={isSending} onClick={() => void send()}>
          {t('act.remind.send')}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={() => readHost().close?.()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
