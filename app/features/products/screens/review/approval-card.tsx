import { BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { When } from '#app/ui/time/when.tsx';
import { badgeOf } from '../../product.ts';
import type { ProductDetail } from '../../products.contract.ts';
import { SendBack } from './send-back.tsx';

const STATES = { awaitingApproval: 'awaiting', sentBack: 'sentBack', active: 'active', archived: 'archived' } as const;

type ApprovalCardProps = {
  detail: ProductDetail;
  busy: boolean;
  onDecide: (action: 'approve' | 'unapprove', note: string) => void;
};

/** Where the product stands; for admins the decision, with a note to the vendor when it is sent back. */
export function ApprovalCard({ detail, busy, onDecide }: ApprovalCardProps) {
  const { product, queue } = detail;
  const t = useText();
  const mayDecide = product.allowedActions.includes('approve') || product.allowedActions.includes('unapprove');
  const lastNote = findReason(detail);
  return (
    <SectionCard
      title={t('products:approval.title')}
      aside={mayDecide && queue.waiting > 0 ? t('products:approval.waiting', { count: queue.waiting }) : undefined}
    >
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t(`products:approval.${STATES[badgeOf(product)]}`)}
        </Text>
        {product.submission === 'sent_back' && lastNote ? (
          <div className="product-note">
            <Text as="p" fontWeight="semibold">
              {lastNote.author}, <When at={lastNote.at} as="day" />
            </Text>
            <Text as="p">“{lastNote.text}”</Text>
          </div>
        ) : null}
        {product.allowedActions.includes('unapprove') ? (
          <SendBack
            title={t('products:approval.back')}
            name={product.vendor}
            busy={busy}
            onSend={(note) => {
              onDecide('unapprove', note);
            }}
          />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

/** Why it was sent back last: as the log has it, else as the comments do where the log is switched off. */
export function findReason({ logs, notes }: ProductDetail): { author: string; text: string; at: string } | undefined {
  const log = logs.find((one) => one.action === 'sent_back');
  if (log?.note) return { author: log.actor.name, text: log.note, at: log.at };
  const note = notes.find((one) => one.role === 'admin');
  return note && { author: note.author, text: note.text, at: note.createdAt };
}
