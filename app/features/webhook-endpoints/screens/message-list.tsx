import { Badge } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';
import { MESSAGE_STATES } from '../webhook-endpoint.ts';
import type { MessagesDto, WebhookMessageDto } from '../webhook-endpoints.contract.ts';
import { topicText } from './webhook-texts.ts';

const TONES = {
  sent: 'success',
  pending: 'attention',
  paused: undefined,
  failed: 'critical',
  skipped: undefined,
} as const;

/** What became of a message. */
export function MessageState({ message }: { message: Pick<WebhookMessageDto, 'state'> }) {
  const t = useText();
  const tone = TONES[message.state];
  return <Badge {...(tone ? { tone } : {})}>{t(`webhooks:message.${message.state}`)}</Badge>;
}

/** What an endpoint was told, newest first. */
export function MessageList({ endpointId, log }: { endpointId: string; log: MessagesDto }) {
  const t = useText();
  const when = useWhen();
  return (
    <DataList<WebhookMessageDto>
      name={{ singular: t('webhooks:log.singular'), plural: t('webhooks:log.plural') }}
      rows={log.messages}
      rowId={(row) => row.id}
      rowUrl={(row) => `/settings/webhooks/${endpointId}/${row.id}`}
      searchless
      tabs={[
        { id: 'all', label: t('webhooks:log.all') },
        ...MESSAGE_STATES.map((id) => ({ id, label: t(`webhooks:message.${id}`) })),
      ]}
      columns={[
        { id: 'topic', title: t('webhooks:log.topic'), cell: (row) => topicText(t, row.topic) },
        { id: 'at', title: t('webhooks:log.at'), cell: (row) => <When at={row.occurredAt} /> },
        { id: 'state', title: t('webhooks:log.state'), cell: (row) => <MessageState message={row} /> },
        { id: 'answer', title: t('webhooks:log.answer'), align: 'end', cell: (row) => row.status ?? '–' },
      ]}
      phone={(row) => ({
        title: topicText(t, row.topic),
        line: `${when(row.occurredAt)} · ${t(`webhooks:message.${row.state}`)}`,
      })}
      page={{
        page: 1,
        pageCount: 1,
        atLeast: log.next !== null,
        ...(log.next === null ? {} : { cursor: log.next }),
      }}
      empty={{ title: t('webhooks:log.empty.title'), body: t('webhooks:log.empty.body') }}
    />
  );
}
