/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.product-details.action.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { describeRefusal } from './call.ts';
import { readHost, readSelectedIds, t } from './host.ts';
import { readValue, WhenLoaded } from './parts.tsx';
import { canSendBack, loadReview, sendBack } from './product.ts';
import { useLoaded } from './use-loaded.ts';

export default function renderAction(): void {
  render(<ProductAction />, document.body);
}

/** Sends a product back to its vendor, or declines what waits of a change, with a note. */
function ProductAction() {
  const [productId = ''] = readSelectedIds();
  const { loaded, reload } = useLoaded(() => loadReview(productId));
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const [isDone, setDone] = useState(false);
  const [isSending, setSending] = useState(false);
  const review = loaded.state === 'ready' ? loaded.value : null;
  const isPossible = review !== null && canSendBack(review);

  async function send(): Promise<void> {
    if (!review) return;
    setSending(true);
    setFailure('');
    try {
      await sendBack(review, note);
      setDone(true);
    } catch (error) {
      setFailure(describeRefusal(error));
      await reload();
    } finally {
      setSending(false);
    }
  }

  return (
    <s-admin-action heading={t('back.heading')} loading={isSending}>
      <WhenLoaded loaded={loaded} reload={reload}>
        {() => (
          <s-stack gap="base">
            {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
            {isDone ? (
              <s-banner tone="success">{t('back.done', { vendor: review?.vendor?.name ?? '' })}</s-banner>
            ) : null}
            {isDone || !isPossible ? null : (
              <s-text-area
                label={t('back.note')}
                details={t('back.noteHelp')}
                value={note}
                maxLength={2000}
                onInput={(event) => setNote(readValue(event))}
              />
            )}
            {isDone || isPossible ? null : <s-text>{t('back.nothing')}</s-text>}
          </s-stack>
        )}
      </WhenLoaded>
      {isPossible && !isDone ? (
        <s-button slot="primary-action" variant="primary" disabled={isSending} onClick={() => void send()}>
          {t(review.change ? 'product.decline' : 'product.sendBack')}
        </s-button>
      ) : null}
      <s-button slot="secondary-actions" onClick={() => readHost().close?.()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
