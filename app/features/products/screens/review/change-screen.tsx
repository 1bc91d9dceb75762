import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { ChangeField } from '../../review/differences.ts';
import type { ChangeAction } from '../../review/product-change.ts';
import type { ChangeFieldDto, ChangeDto } from '../../review/product-changes.contract.ts';
import type { ChangeReviewDto } from '../../review/review-view.ts';
import { actorWords } from '../editor/actor-words.ts';
import { ChangeValues } from './change-values.tsx';
import { ChecksCard, DecisionCard, useRateText, VendorCard } from './review-cards.tsx';
import { ReasonedNote } from './send-back.tsx';
import '../products.css';

export type ChangeScreenProps = {
  change: ChangeDto;
  review: ChangeReviewDto;
  busy: boolean;
  /** Another state than was looked at was found when it was decided. */
  hasConflict: boolean;
  onDecide: (action: ChangeAction, fields: ChangeField[] | undefined, note: string) => void;
};

/** A change to a live product, old beside new, decided on as a whole or field by field. */
export function ChangeScreen({ change, review, busy, hasConflict, onDecide }: ChangeScreenProps) {
  const t = useText();
  const when = useWhen();
  const [note, setNote] = useState('');
  const [wanted, setWanted] = useState(false);
  const decide = (action: ChangeAction, fields?: ChangeField[]): void => {
    if (action === 'decline' && note.trim() === '') setWanted(true);
    else onDecide(action, fields, note);
  };
  const writeNote = (text: string): void => {
    setNote(text);
    setWanted(false);
  };
  const isOpen = change.state === 'open';
  const { queue } = review;
  const place = (id: string | null) => (id === null ? undefined : `/changes/${id}`);
  const withdraw = change.allowedActions.includes('withdraw')
    ? {
        primaryAction: {
          label: t('changes:review.withdrawAll'),
          loading: busy,
          onAction: () => {
            decide('withdraw');
          },
        },
      }
    : {};
  return (
    <ScreenPage
      title={change.title}
      subtitle={t('review:change.subtitle', { vendor: change.vendor, when: when(change.openedAt) })}
      badges={isOpen ? <StatusBadge status="changeWaiting" /> : undefined}
      back={{ label: t('changes:title'), url: '/changes' }}
      neighbours={{ previous: place(queue.previous), next: place(queue.next) }}
      secondaryActions={[{ label: t('changes:review.open'), url: `/products/${change.productId}` }]}
      {...withdraw}
    >
      <Columns
        shape="editor"
        main={
          <BlockStack gap="400">
            {hasConflict ? <Banner tone="warning">{t('changes:review.conflict')}</Banner> : null}
            {change.fields.length === 0 ? (
              <Banner>{t('changes:review.done')}</Banner>
            ) : (
              <SectionCard
                title={t('review:change.count', { count: change.fields.length })}
                aside={queue.waiting > 0 ? t('products:approval.waiting', { count: queue.waiting }) : undefined}
                flush
              >
                {change.fields.map((field) => (
                  <FieldRow
                    key={field.field}
                    field={field}
                    prices={review.prices}
                    can={change.allowedActions}
                    busy={busy}
                    onDecide={decide}
                  />
                ))}
                <div className="review-foot">
                  <p>{t('review:change.unchanged', { count: review.unchanged })}</p>
                  <Link url={`/products/${change.productId}`}>{t('review:change.all')}</Link>
                </div>
              </SectionCard>
            )}
            <History change={change} />
          </BlockStack>
        }
        side={
          <BlockStack gap="400">
            {change.allowedActions.includes('apply') ? (
              <DecisionCard
                hasNext={queue.next !== null}
                busy={busy}
                explain={t('changes:review.explain')}
                action={t(queue.next === null ? 'changes:review.applyAll' : 'review:change.applyNext')}
                onApprove={() => {
                  decide('apply');
                }}
              />
            ) : null}
            {change.allowedActions.includes('withdraw') ? (
              <SectionCard title={t('changes:review.decide')}>
                <Text as="p" tone="subdued">
                  {t('changes:review.explainVendor')}
                </Text>
              </SectionCard>
            ) : (
              <ChecksCard checks={review.checks} />
            )}
            {change.allowedActions.includes('decline') ? (
              <SectionCard title={t('products:approval.back')}>
                <ReasonedNote
                  name={change.vendor}
                  note={note}
                  onNote={writeNote}
                  error={wanted ? t('changes:review.needNote') : undefined}
                  helpText={t('changes:review.noteHelp')}
                />
                <Button
                  fullWidth
                  loading={busy}
                  onClick={() => {
                    decide('decline');
                  }}
                >
                  {t('changes:review.declineAll')}
                </Button>
              </SectionCard>
            ) : null}
            {change.allowedActions.includes('decline') && review.vendor ? <VendorCard vendor={review.vendor} /> : null}
          </BlockStack>
        }
      />
    </ScreenPage>
  );
}

type FieldRowProps = {
  field: ChangeFieldDto;
  prices: ChangeReviewDto['prices'];
  can: readonly ChangeAction[];
  busy: boolean;
  onDecide: (action: ChangeAction, fields: ChangeField[]) => void;
};

/** One field: its name and author, what is live beside what is proposed, and the decision on it alone. */
function FieldRow({ field, prices, can, busy, onDecide }: FieldRowProps) {
  const t = useText();
  const name = t(`changes:field.${field.field}`);
  return (
    <section className="review-field" aria-label={name}>
      <div>
        <Text as="h3" variant="headingSm">
          {name}
        </Text>
        <span className="souk-note">
          {field.by.name} <When at={field.at} />
        </span>
      </div>
      <BlockStack gap="300">
        {field.moved ? <Banner tone="warning">{t('changes:review.moved')}</Banner> : null}
        <ChangeValues field={field} />
        {field.field === 'price' ? <PriceEffects field={field} prices={prices} /> : null}
        {can.length > 0 ? (
          <InlineStack align="end">
            <ButtonGroup>
              {[...can].reverse().map((action) => (
                <Button
                  key={action}
                  size="slim"
                  disabled={busy}
                  accessibilityLabel={t('changes:review.of', { action: t(`changes:review.${action}`), field: name })}
                  onClick={() => {
                    onDecide(action, [field.field]);
                  }}
                >
                  {t(`changes:review.${action}`)}
                </Button>
              ))}
            </ButtonGroup>
          </InlineStack>
        ) : null}
      </BlockStack>
    </section>
  );
}

/** What each changed price means for the commission and for the vendor. */
function PriceEffects({ field, prices }: Pick<FieldRowProps, 'field' | 'prices'>) {
  const t = useText();
  const format = useFormat();
  const rateText = useRateText();
  if (prices.length === 0) return null;
  return (
    <div className="souk-note">
      {prices.map(({ risePercent, before, after }, index) => {
        const label = field.rows[index]?.label ?? '';
        return (
          <p key={`${label} ${String(index)}`}>
            {label === '' ? null : <b>{label}: </b>}
            {risePercent === null ? null : (
              <>
                {t(risePercent.startsWith('-') ? 'review:change.lower' : 'review:change.higher', {
                  percent: format.percent(risePercent.replace('-', '')),
                })}{' '}
              </>
            )}
            {t('review:change.effect', {
              before: format.money(before.commission),
              after: format.money(after.commission),
              earns: format.money(after.earns),
              rate: rateText(after),
            })}
          </p>
        );
      })}
      <p>{t('review:earnings.note')}</p>
    </div>
  );
}

function History({ change }: { change: ChangeDto }) {
  const t = useText();
  if (change.decided.length === 0) return null;
  return (
    <SectionCard title={t('changes:review.history')}>
      <Timeline
        entries={change.decided.map((one, index) => ({
          id: `${one.at}-${one.field}-${index}`,
          at: one.at,
          text: t('changes:card.last', {
            outcome: t(`changes:outcome.${one.outcome}`),
            fields: t(`changes:field.${one.field}`),
          }),
          by: actorWords(t, one.by),
          ...(one.note ? { detail: one.note } : {}),
        }))}
      />
    </SectionCard>
  );
}
