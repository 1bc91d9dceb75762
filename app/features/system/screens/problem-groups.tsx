import { BlockStack, Button, Collapsible, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { EmptyBody, SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import {
  groupProblems,
  ORDER_SUBJECTS,
  type OrderSubject,
  type ProblemGroup,
  type ProblemOrder,
  type ProblemSubject,
} from '../sync-problem.ts';
import type { DeadLetterDto } from '../system.contract.ts';
import { DiscardDialog } from './discard-dialog.tsx';

type Group = ProblemGroup<DeadLetterDto>;

/** So many orders are named; the others are counted. */
const MAX_NAMED = 3;

/** What failed for good, together by what it is about and why: retried or given up as one, with the technical side folded away. */
export function ProblemGroups({ letters, count }: { letters: readonly DeadLetterDto[]; count: number }) {
  const t = useText();
  const format = useFormat();
  const titleOf = useGroupTitle();
  const { busy, send } = useAction();
  const [discarding, setDiscarding] = useState<{ title: string; ids: string[] }>();
  const groups = groupProblems(letters);
  const retry = (ids: readonly string[]): void => {
    send({ act: 'replay', ids }, t('system:dead.replayed', { count: ids.length }));
  };
  return (
    <SectionCard title={t('system:problems.failed')}>
      {groups.length === 0 ? (
        <EmptyBody title={t('system:problems.none')} body={t('system:problems.noneBody')} />
      ) : (
        <ul className="souk-system">
          {groups.map((group) => {
            const title = titleOf(group);
            return (
              <li key={group.id}>
                <Group
                  group={group}
                  title={title}
                  isBusy={busy}
                  onRetry={retry}
                  onDiscard={(ids) => {
                    setDiscarding({ title, ids });
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      {count > letters.length ? (
        <p className="souk-note">
          {t('common:list.shownOf', {
            shown: format.number(letters.length),
            total: format.number(count),
          })}
        </p>
      ) : null}
      {discarding ? (
        <DiscardDialog
          title={t('system:dead.discardTitle', { name: discarding.title })}
          onClose={() => {
            setDiscarding(undefined);
          }}
          onDiscard={(reason) => {
            send({ act: 'discard', ids: discarding.ids, reason }, t('system:dead.discarded'));
            setDiscarding(undefined);
          }}
        />
      ) : null}
    </SectionCard>
  );
}

const isOfOrder = (subject: ProblemSubject): subject is OrderSubject => ORDER_SUBJECTS.some((one) => one === subject);

/** What did not happen, and to which orders: "2 refunds of #1290 were not booked". */
function useGroupTitle(): (group: Group) => string {
  const t = useText();
  const nameAll = (orders: readonly ProblemOrder[]): string => {
    const named = orders.slice(0, MAX_NAMED).map(({ name }) => name);
    const others = orders.length - named.length;
    return others > 0 ? t('system:problems.andMore', { names: named.join(', '), count: others }) : named.join(', ');
  };
  return ({ subject, orders, letters }) => {
    const count = letters.length;
    return isOfOrder(subject) && orders.length > 0
      ? t(`system:problems.ofOrder.${subject}`, { count, orders: nameAll(orders) })
      : t(`system:problems.subject.${subject}`, { count });
  };
}

type GroupProps = {
  group: Group;
  title: string;
  isBusy: boolean;
  onRetry: (ids: readonly string[]) => void;
  onDiscard: (ids: string[]) => void;
};

function Group({ group, title, isBusy, onRetry, onDiscard }: GroupProps) {
  const t = useText();
  const { letters, orders, reason } = group;
  const retried = letters.filter((letter) => letter.canReplay).map(({ id }) => id);
  const linked = orders.filter(({ id }) => id !== null);
  return (
    <>
      <BlockStack gap="100">
        <span className="souk-system-head">
          <Text as="span" fontWeight="semibold">
            {title}
          </Text>
          {letters[0] ? <When at={letters[0].at} /> : null}
        </span>
        <span>{t(`system:problems.why.${reason}`)}</span>
        {linked.length === 0 ? null : (
          <span className="souk-system-head">
            {linked.map(({ id, name }) => (
              <LayoutLink key={id} url={`/orders/${String(id)}`}>
                {name}
              </LayoutLink>
            ))}
          </span>
        )}
        {letters.every((letter) => letter.canReplay) ? null : (
          <span className="souk-note">{t('system:dead.erased')}</span>
        )}
        <Details letters={letters} title={title} />
      </BlockStack>
      <span className="souk-row-actions">
        <Button
          disabled={retried.length === 0 || isBusy}
          accessibilityLabel={`${t('system:dead.replay')}: ${title}`}
          onClick={() => {
            onRetry(retried);
          }}
        >
          {retried.length > 1 ? t('system:dead.replayAll', { count: retried.length }) : t('system:dead.replay')}
        </Button>
        <Button
          variant="tertiary"
          disabled={isBusy}
          accessibilityLabel={`${t('system:dead.discard')}: ${title}`}
          onClick={() => {
            onDiscard(letters.map(({ id }) => id));
          }}
        >
          {t('system:dead.discard')}
        </Button>
      </span>
    </>
  );
}

/** What a programmer asks for, folded: topic, tries, what the program noted, and facts of the message without a person. */
function Details({ letters, title }: { letters: readonly DeadLetterDto[]; title: string }) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span>
        <Button
          variant="plain"
          disclosure={isOpen ? 'up' : 'down'}
          ariaExpanded={isOpen}
          ariaControls={id}
          accessibilityLabel={`${t('system:problems.details')}: ${title}`}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t('system:problems.details')}
        </Button>
      </span>
      <Collapsible id={id} open={isOpen} expandOnPrint>
        <ul className="souk-problem-details">
          {isOpen
            ? letters.map((letter) => (
                <li key={letter.id}>
                  <span>
                    <code>{letter.name}</code> <When at={letter.at} /> {'· '}
                    {letter.tries === 0
                      ? t('system:problems.notRetried')
                      : t('system:dead.tries', { count: letter.tries })}
                  </span>
                  {letter.error === null || letter.error === '' ? null : <code>{letter.error}</code>}
                  {letter.summary.length === 0 ? null : (
                    <code>{letter.summary.map(({ field, value }) => `${field} ${value}`).join(' · ')}</code>
                  )}
                </li>
              ))
            : null}
        </ul>
      </Collapsible>
    </>
  );
}
