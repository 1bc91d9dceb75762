/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.product-details.block.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { describeRefusal } from './call.ts';
import { formatMoney, readHost, readSelectedIds, t } from './host.ts';
import { WhenLoaded } from './parts.tsx';
import { approve, canSendBack, isWaiting, loadReview, type ProductReview } from './product.ts';
import { useLoaded } from './use-loaded.ts';

export default function renderBlock(): void {
  render(<ProductBlock />, document.body);
}

/** Whose the product is, what of it waits for approval, and what is charged of it; with the buttons to decide. */
function ProductBlock() {
  const [productId = ''] = readSelectedIds();
  const { loaded, reload } = useLoaded(() => loadReview(productId));
  return (
    <s-admin-block heading={t('product.heading')}>
      <WhenLoaded loaded={loaded} reload={reload}>
        {(review) =>
          review?.vendor ? (
            <Review review={review} vendor={review.vendor} reload={reload} />
          ) : (
            <s-text color="subdued">{t('product.none')}</s-text>
          )
        }
      </WhenLoaded>
    </s-admin-block>
  );
}

type Props = { review: ProductReview; vendor: NonNullable<ProductReview['vendor']>; reload: () => Promise<void> };

function Review({ review, vendor, reload }: Props) {
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  async function decide(): Promise<void> {
    setSending(true);
    setFailure('');
    try {
      await approve(review);
    } catch (error) {
      setFailure(describeRefusal(error));
    } finally {
      await reload();
      setSending(false);
    }
  }
  const unmet = review.checks.filter(({ isMet }) => !isMet);
  return (
    <s-stack gap="base">
      {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-text type="strong">{vendor.name}</s-text>
        <StateBadge review={review} />
      </s-stack>
      <s-text color="subdued">{t('product.vendor', { live: vendor.live, sentBack: vendor.sentBack })}</s-text>
      {review.change ? (
        <s-text>
          {t('product.waits', { fields: review.change.fields.map((field) => t(`field.${field}`)).join(', ') })}
        </s-text>
      ) : null}
      {unmet.map(({ check }) => (
        <s-text key={check} tone="caution">
          {t(`check.${check}`)}
        </s-text>
      ))}
      {(review.earnings ?? []).map(({ price, commission, earns }) => (
        <s-text key={price.amount}>
          {t('product.price', {
            price: formatMoney(price),
            commission: formatMoney(commission),
            earns: formatMoney(earns),
          })}
        </s-text>
      ))}
      {review.lastEdit ? (
        <s-text color="subdued">
          {t('product.lastEdit', {
            by: review.lastEdit.by,
            day: readHost().i18n.formatDate(new Date(review.lastEdit.at), { dateStyle: 'medium' }),
          })}
        </s-text>
      ) : null}
      <s-stack direction="inline" gap="small" alignItems="center">
        {isWaiting(review) ? (
          <s-button variant="primary" disabled={isSending} onClick={() => void decide()}>
            {t(review.change ? 'product.apply' : 'product.approve')}
          </s-button>
        ) : null}
        {canSendBack(review) ? (
          <s-button
            disabled={isSending}
            onClick={() => readHost().navigation?.navigate('extension:souk-product-action')}
          >
            {t(review.change ? 'product.decline' : 'product.sendBack')}
          </s-button>
        ) : null}
        <s-link
          href={review.change ? `app:admin/changes/${review.change.id}` : `app:admin/products/${review.id}/review`}
        >
          {t('product.open')}
        </s-link>
      </s-stack>
    </s-stack>
  );
}

function StateBadge({ review: { change, submission, status } }: { review: ProductReview }) {
  if (change) return <s-badge tone="warning">{t('product.state.changed')}</s-badge>;
  if (status !== 'DRAFT')
    return <s-badge tone={status === 'ARCHIVED' ? 'neutral' : 'success'}>{t(`product.state.${status}`)}</s-badge>;
  return submission === 'sent_back' ? (
    <s-badge tone="critical">{t('product.state.sent_back')}</s-badge>
  ) : (
    <s-badge tone="warning">{t('product.state.awaiting')}</s-badge>
  );
}
