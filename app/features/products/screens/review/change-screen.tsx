import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Link, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { ChangeField } from '../../review/differences.ts';
import type { ChangeAction } from '../../review/product-change.ts';
import type { ChangeFieldDto, ChangeDto } from '../../review/product-changes.contract.ts';
import { actorWords } from '../editor/actor-words.ts';
import { ChangeValues } from './change-values.tsx';
import '../products.css';

export type ChangeScreenProps = {
  change: ChangeDto;
  busy: boolean;
  /** Another state than was looked at was found when it was decided. */
  hasConflict: boolean;
  onDecide: (action: ChangeAction, fields: ChangeField[] | undefined, note: string) => void;
};

const ALL = { apply: 'applyAll', decline: 'declineAll', withdraw: 'withdrawAll' } as const;

/** A change to a live product, old beside new, decided on as a whole or field by field. */
export function ChangeScreen({ change, busy, hasConflict, onDecide }: ChangeScreenProps) {
  const t = useText();
  const [note, setNote] = useState('');
  const [wanted, setWanted] = useState(false);
  const decide = (action: ChangeAction, fields?: ChangeField[]): void => {
    if (action === 'decline' && note.trim() === '') setWanted(true);
    else onDecide(action, fields, note);
  };
  const [first, ...others] = change.can.map((action) => ({
    label: t(`changes:review.${ALL[action]}`),
    loading: busy,
    onAction: () => {
      decide(action);
    },
  }));
  return (
    <ScreenPage
      title={change.title}
      subtitle={change.vendor}
      badges={change.state === 'open' ? <StatusBadge status="changeWaiting" /> : undefined}
      back={{ label: t('changes:title'), url: '/changes' }}
      {...(first ? { primaryAction: first } : {})}
      secondaryActions={others}
    >
      <Columns
        shape="editor"
        main={
          <BlockStack gap="400">
            {hasConflict ? <Banner tone="warning">{t('changes:review.conflict')}</Banner> : null}
            {change.fields.length === 0 ? <Banner>{t('changes:review.done')}</Banner> : null}
            {change.fields.map((field) => (
              <FieldCard key={field.field} field={field} can={change.can} busy={busy} onDecide={decide} />
            ))}
          </BlockStack>
        }
        side={
          <BlockStack gap="400">
            <SideCard change={change}>
              {change.can.includes('decline') ? (
                <TextField
                  label={t('changes:review.note', { name: change.vendor })}
                  helpText={t('changes:review.noteHelp')}
                  value={note}
                  onChange={(text) => {
                    setNote(text);
                    setWanted(false);
                  }}
                  multiline={3}
                  maxLength={2000}
                  autoComplete="off"
                  error={wanted ? t('changes:review.needNote') : undefined}
                />
              ) : null}
            </SideCard>
            <History change={change} />
          </BlockStack>
        }
      />
    </ScreenPage>
  );
}

function SideCard({ change, children }: { change: ChangeDto; children: React.ReactNode }) {
  const t = useText();
  return (
    <SectionCard title={t('changes:review.decide')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t(change.can.includes('withdraw') ? 'changes:review.explainVendor' : 'changes:review.explain')}
        </Text>
        {children}
        <Link url={`/products/${change.productId}`}>{t('changes:review.open')}</Link>
      </BlockStack>
    </SectionCard>
  );
}

type FieldCardProps = {
  field: ChangeFieldDto;
  can: readonly ChangeAction[];
  busy: boolean;
  onDecide: (action: ChangeAction, fields: ChangeField[]) => void;
};

function FieldCard({ field, can, busy, onDecide }: FieldCardProps) {
  const t = useText();
  const name = t(`changes:field.${field.field}`);
  return (
    <SectionCard title={name} aside={<Author field={field} />}>
      <BlockStack gap="300">
        {field.moved ? <Banner tone="warning">{t('changes:review.moved')}</Banner> : null}
        <ChangeValues field={field} />
        {can.length > 0 ? (
          <InlineStack align="end">
            <ButtonGroup>
              {[...can].reverse().map((action) => (
                <Button
                  key={action}
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
    </SectionCard>
  );
}

function Author({ field }: { field: ChangeFieldDto }) {
  return (
    <span className="souk-note">
      {field.by.name} <When at={field.at} />
    </span>
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
