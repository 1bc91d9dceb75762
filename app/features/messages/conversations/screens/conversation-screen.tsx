import { Badge, Banner, BlockStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import type { PageAction } from '#app/ui/page/page-action.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack, type Fact } from '#app/ui/components/layout.tsx';
import { useCan, useShell } from '#app/ui/shell/shell-context.tsx';
import { MAX_TEXT, type Moderation } from '../conversation.ts';
import type { ConversationDetailDto } from '../conversations.contract.ts';
import type { SavedReplyDto } from '../saved-replies.contract.ts';
import { Composer } from './composer.tsx';
import { CtasCard } from './ctas-card.tsx';
import { Thread } from './thread.tsx';
import { useNames } from './use-names.ts';
import { useSeen, useThreadRefresh } from './use-thread-refresh.ts';

type Props = { opened: ConversationDetailDto; saved: readonly SavedReplyDto[] };

/** One conversation: its messages and the next one; beside it what it is about, and for the marketplace who is behind it. */
export function ConversationScreen({ opened, saved }: Props) {
  const t = useText();
  const { conversation, messages, replyAs } = opened;
  const seesAll = useShell().viewer.vendor === null;
  const side = seesAll ? 'admin' : 'seller';
  const names = useNames()(conversation);
  const [reporting, setReporting] = useState(false);
  const { actions, send } = useModeration(opened, () => {
    setReporting(true);
  });
  useThreadRefresh();
  const newest = messages.at(-1);
  useSeen(newest && { id: newest.id, isUnread: conversation.unreadCount > 0 }, (messageId) => ({
    intent: 'read',
    conversationId: conversation.conversationId,
    messageId,
  }));
  return (
    <ScreenPage
      title={names[conversation.with]}
      subtitle={conversation.product?.title ?? conversation.order?.name ?? ''}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
      badges={<Badges opened={opened} />}
      secondaryActions={[
        ...actions,
        ...(seesAll
          ? [
              {
                label: t('conversations:buttons.open'),
                url: `/settings/conversations?conversation=${conversation.conversationId}`,
              },
            ]
          : []),
      ]}
    >
      <Columns
        main={
          <SectionCard title={t('conversations:thread.label')}>
            <BlockStack gap="500">
              <Thread messages={messages} side={side} names={names} />
              {replyAs.length > 0 ? (
                <Composer
                  replyAs={replyAs}
                  names={names}
                  saved={saved}
                  payload={{ conversationId: conversation.conversationId }}
                />
              ) : null}
            </BlockStack>
          </SectionCard>
        }
        side={<FactsCard opened={opened} seesAll={seesAll} />}
      />
      {reporting ? (
        <NoteDialog
          title={t('conversations:report.title')}
          label={t('conversations:report.label')}
          short={t('conversations:report.short')}
          least={3}
          most={MAX_TEXT}
          action={t('conversations:moderate.report')}
          onClose={() => {
            setReporting(false);
          }}
          onDone={(note) => {
            setReporting(false);
            send('report', note);
          }}
        >
          <Text as="p">{t('conversations:report.body')}</Text>
        </NoteDialog>
      ) : null}
    </ScreenPage>
  );
}

/** What takes a moderation back whole. */
const INVERSES: Partial<Record<Moderation, Moderation>> = {
  'delete-conversation': 'restore-conversation',
  'restore-conversation': 'delete-conversation',
  'ban-buyer': 'unban-buyer',
  'unban-buyer': 'ban-buyer',
};

/** What the viewer can do about a conversation besides answering it. */
function useModeration({ conversation, buyerBanned }: ConversationDetailDto, onReport: () => void) {
  const t = useText();
  const confirm = useConfirm();
  const submitAction = useAction();
  const mayWrite = useCan()('write_orders');
  const seesAll = useShell().viewer.vendor === null;
  const send = (action: Moderation, note = ''): void => {
    const payload = { intent: 'moderate', conversationId: conversation.conversationId, action, note };
    const inverse = INVERSES[action];
    const undo = inverse && {
      payload: { ...payload, action: inverse, note: '' },
      text: t(`conversations:done.${inverse}`),
    };
    submitAction.send(payload, t(`conversations:done.${action}`), undo);
  };
  const ask = async (action: 'ban-buyer' | 'delete-conversation'): Promise<void> => {
    const question = {
      title: t(`conversations:ask.${action}.title`),
      body: t(`conversations:ask.${action}.body`),
      action: t(`conversations:moderate.${action}`),
    };
    if (await confirm(question)) send(action);
  };
  const item = (action: Moderation, run: () => void, destructive = false): PageAction => ({
    label: t(`conversations:moderate.${action}`),
    onAction: run,
    ...(destructive ? { destructive: true } : {}),
  });
  const plain = (action: Moderation) =>
    item(action, () => {
      send(action);
    });
  const actions: PageAction[] = seesAll
    ? [
        ...(conversation.reported ? [plain('dismiss-report')] : []),
        conversation.archived
          ? plain('restore-conversation')
          : item('delete-conversation', () => void ask('delete-conversation'), true),
        ...(buyerBanned === null
          ? []
          : [buyerBanned ? plain('unban-buyer') : item('ban-buyer', () => void ask('ban-buyer'), true)]),
      ]
    : conversation.reported || conversation.with === 'admin'
      ? []
      : [item('report', onReport)];
  return { actions: mayWrite ? actions : [], send };
}

function Badges({ opened: { conversation, buyerBanned } }: { opened: ConversationDetailDto }) {
  const t = useText();
  return (
    <>
      {conversation.archived ? <Badge>{t('conversations:views.archived')}</Badge> : null}
      {conversation.reported ? <Badge tone="warning">{t('conversations:views.reported')}</Badge> : null}
      {buyerBanned ? <Badge tone="critical">{t('conversations:banned')}</Badge> : null}
    </>
  );
}

function FactsCard({ opened, seesAll }: { opened: ConversationDetailDto; seesAll: boolean }) {
  const t = useText();
  const { conversation, reports } = opened;
  const mayPress = useCan()('write_orders');
  const { product, order, email, masked } = conversation;
  const facts: Fact[] = [
    ...(seesAll ? [{ label: t('conversations:columns.seller'), value: conversation.seller }] : []),
    ...(product
      ? [
          {
            label: t('conversations:facts.product'),
            value: <Link url={`/products/${product.id}`}>{product.title}</Link>,
          },
        ]
      : []),
    ...(order
      ? [{ label: t('conversations:facts.order'), value: <Link url={`/orders/${order.id}`}>{order.name}</Link> }]
      : []),
    ...(email === null ? [] : [{ label: t('conversations:facts.email'), value: email }]),
    ...(seesAll ? [{ label: t('conversations:facts.masked'), value: String(masked) }] : []),
  ];
  return (
    <Stack>
      {reports.map(({ side, note }) => (
        <Banner key={side} tone="warning" title={t(`conversations:report.by.${side}`)}>
          {note === '' ? null : <p className="chat-text">{note}</p>}
        </Banner>
      ))}
      {conversation.ctas.length === 0 ? null : <CtasCard ctas={conversation.ctas} mayPress={mayPress} />}
      <SectionCard title={t('conversations:facts.title')}>
        {facts.length === 0 ? (
          <Text as="p" tone="subdued">
            {t('conversations:facts.general')}
          </Text>
        ) : (
          <Facts facts={facts} />
        )}
      </SectionCard>
    </Stack>
  );
}
