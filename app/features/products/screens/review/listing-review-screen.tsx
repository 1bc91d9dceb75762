import { BlockStack } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { DecisionDto } from '../../decisions/decisions.contract.ts';
import type { ReversibleAction } from '../../decisions/scheduled-decision.ts';
import { shownBadge } from '../../product.ts';
import type { ProductDetail } from '../../products.contract.ts';
import type { ListingReviewDto } from '../../review/review-view.ts';
import { LogCard } from '../editor/log-card.tsx';
import { NotesCard } from '../editor/notes-card.tsx';
import { DecisionBanner } from './decision-banner.tsx';
import { ListingView } from './listing-view.tsx';
import { ChecksCard, DecisionCard, VendorCard } from './review-cards.tsx';
import { SendBack } from './send-back.tsx';
import '../products.css';

export type ListingReviewScreenProps = {
  detail: ProductDetail;
  review: ListingReviewDto;
  busy: boolean;
  /** What was decided some seconds ago and has not taken effect yet. */
  decision: DecisionDto | null;
  onDecide: (action: ReversibleAction, note: string) => void;
  onUndo: (decisionId: string) => void;
  onComment: (text: string) => void;
};

/** A new listing to read and decide on; changing it is a page of its own, so that no slip of the hand edits it here. */
export function ListingReviewScreen(props: ListingReviewScreenProps) {
  const { detail, review, decision, busy, onDecide, onComment } = props;
  const { product, queue, notes } = detail;
  const t = useText();
  const when = useWhen();
  const { features } = useShell();
  const place = (id: string | null) => (id === null ? undefined : `/products/${id}/review`);
  const mayApprove = product.allowedActions.includes('approve');
  return (
    <ScreenPage
      title={product.title}
      badges={<StatusBadge status={shownBadge(product, decision?.action)} />}
      subtitle={
        product.submittedAt === null || product.status !== 'DRAFT' || decision
          ? product.vendor
          : t('review:listing.subtitle', { vendor: product.vendor, when: when(product.submittedAt) })
      }
      back={{ label: t('products:title'), url: '/products' }}
      neighbours={{ previous: place(queue.previous), next: place(queue.next) }}
      secondaryActions={
        product.allowedActions.includes('edit') ? [{ label: t('review:edit'), url: `/products/${product.id}` }] : []
      }
    >
      <Columns
        shape="editor"
        main={
          <BlockStack gap="400">
            <DecisionBanner {...props} />
            <ListingView product={product} review={review} />
            {features['comments'] ? (
              <NotesCard notes={notes} busy={busy} mayWrite={mayApprove} onComment={onComment} />
            ) : null}
            {features['auditLogs'] ? <LogCard detail={detail} /> : null}
          </BlockStack>
        }
        side={
          <BlockStack gap="400">
            {mayApprove && !decision ? (
              <DecisionCard
                hasNext={queue.next !== null}
                busy={busy}
                explain={
                  queue.waiting > 0
                    ? t('products:approval.waiting', { count: queue.waiting })
                    : t('review:listing.hidden')
                }
                onApprove={() => {
                  onDecide('approve', '');
                }}
              />
            ) : null}
            <ChecksCard checks={review.checks} />
            {product.allowedActions.includes('unapprove') && !decision ? (
              <SectionCard title={t('products:approval.back')}>
                <SendBack
                  name={product.vendor}
                  busy={busy}
                  onSend={(note) => {
                    onDecide('unapprove', note);
                  }}
                />
              </SectionCard>
            ) : null}
            {review.vendor ? <VendorCard vendor={review.vendor} /> : null}
          </BlockStack>
        }
      />
    </ScreenPage>
  );
}
