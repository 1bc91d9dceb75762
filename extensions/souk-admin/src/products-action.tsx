/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.product-index.selection-action.render" />
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, createKey, describeRefusal } from './call.ts';
import { readHost, readSelectedIds, t } from './host.ts';

/** So many products the API approves at once. */
const MAX_PRODUCTS = 250;
const POLL_MS = 1_000;

/** What is used of the report of a change of several products. */
type Batch = {
  id: string;
  total: number;
  done: number;
  failed: number;
  failures: { productId: string; title: string }[];
  finishedAt: string | null;
};

export default function renderAction(): void {
  render(<ProductsAction />, document.body);
}

/** Approves the products that were chosen in the list, and says which were refused. It goes on when the dialog is closed. */
function ProductsAction() {
  const ids = readSelectedIds();
  const [batch, setBatch] = useState<Batch | null>(null);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const [key] = useState(createKey);

  async function send(): Promise<void> {
    setSending(true);
    setFailure('');
    try {
      const body = { action: 'approve', ids };
      setBatch(await call<Batch>('/products/bulk', { method: 'POST', body, key }));
    } catch (error) {
      setFailure(describeRefusal(error));
    } finally {
      setSending(false);
    }
  }

  useEffect(() => {
    if (!batch || batch.finishedAt !== null) return undefined;
    const timer = setTimeout(() => {
      call<Batch>(`/products/bulk/${batch.id}`).then(
        (answer) => setBatch(answer),
        (error: unknown) => setFailure(describeRefusal(error)),
      );
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [batch]);

  const isTooMany = ids.length > MAX_PRODUCTS;
  return (
    <s-admin-action heading={t('products.heading')} loading={isSending}>
      <s-stack gap="base">
        {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
        {batch ? (
          <s-banner tone={batch.finishedAt !== null && batch.failed === 0 ? 'success' : 'info'}>
            {batch.finishedAt !== null
              ? t('products.approved', { count: batch.total - batch.failed })
              : t('products.running', { done: batch.done, total: batch.total })}
          </s-banner>
        ) : (
          <s-text>
            {isTooMany ? t('products.tooMany', { maximum: MAX_PRODUCTS }) : t('products.ask', { count: ids.length })}
          </s-text>
        )}
        {(batch?.failures ?? []).map(({ productId, title }) => (
          <s-text key={productId} tone="critical">
            {t('products.refused', { title })}
          </s-text>
        ))}
      </s-stack>
      {batch || isTooMany ? null : (
        <s-button slot="primary-action" variant="primary" disabled={isSending} onClick={() => void send()}>
          {t('product.approve')}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={() => readHost().close?.()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
