import { Badge, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { downloadFile } from '#app/ui/session/download.ts';
import { When } from '#app/ui/time/when.tsx';
import type { RequestDto } from '../compliance.contract.ts';

export type PrivacyScreenProps = { requests: readonly RequestDto[]; count: number; page: number; pageCount: number };

/** Requests about personal data: what to hand over and by when, and what was erased. */
export function PrivacyScreen({ requests, count, page, pageCount }: PrivacyScreenProps) {
  const t = useText();
  return (
    <ScreenPage title={t('settings:row.privacy.name')} subtitle={t('compliance:subtitle')}>
      <DataList
        name={{ singular: t('compliance:request'), plural: t('compliance:title') }}
        rows={requests}
        rowId={(row) => row.id}
        searchless
        columns={[
          { id: 'topic', title: t('compliance:column.topic'), cell: (row) => <Topic row={row} /> },
          { id: 'received', title: t('compliance:column.received'), cell: (row) => <When at={row.receivedAt} /> },
          { id: 'due', title: t('compliance:column.due'), cell: (row) => <When at={row.dueAt} as="day" /> },
          { id: 'state', title: t('compliance:column.state'), cell: (row) => <StateBadge row={row} /> },
          { id: 'acts', title: t('compliance:column.acts'), align: 'end', cell: (row) => <Actions row={row} /> },
        ]}
        phone={(row) => ({
          title: <Topic row={row} />,
          line: <When at={row.dueAt} as="day" />,
          badge: <StateBadge row={row} />,
          end: <Actions row={row} />,
        })}
        page={{ page, pageCount, count }}
        empty={{ title: t('compliance:empty.title'), body: t('compliance:empty.body') }}
      />
    </ScreenPage>
  );
}

const KEY_OF = {
  'customers/data_request': 'dataRequest',
  'customers/redact': 'redactCustomer',
  'shop/redact': 'redactShop',
  'app/uninstalled': 'uninstalled',
} as const;

function Topic({ row }: { row: RequestDto }) {
  const t = useText();
  return (
    <span>
      <Text as="span" fontWeight="semibold">
        {t(`compliance:topic.${KEY_OF[row.topic]}`)}
      </Text>
      <span className="souk-note">
        {[
          row.customerId ? t('compliance:customer', { id: row.customerId }) : '',
          row.orders === null ? '' : t('compliance:orders', { count: row.orders }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

function StateBadge({ row }: { row: RequestDto }) {
  const t = useText();
  const tone = { ready: 'attention', completed: 'success', not_needed: undefined } as const;
  const shown = tone[row.state];
  return <Badge {...(shown ? { tone: shown } : {})}>{t(`compliance:state.${row.state}`)}</Badge>;
}

function Actions({ row }: { row: RequestDto }) {
  const t = useText();
  const toast = useToast();
  const { busy, send } = useAction();
  const [loading, setLoading] = useState(false);
  const download = () => {
    setLoading(true);
    downloadFile(`/api/compliance/${row.id}/export`, `data-request-${row.id}.json`)
      .catch(() => {
        toast(t('compliance:failed'), { isError: true });
      })
      .finally(() => {
        setLoading(false);
      });
  };
  return (
    <span className="souk-row-actions">
      {row.hasExport ? (
        <Button
          size="slim"
          loading={loading}
          onClick={download}
          accessibilityLabel={`${t('compliance:download')} ${row.id}`}
        >
          {t('compliance:download')}
        </Button>
      ) : null}
      {row.state === 'ready' ? (
        <Button
          size="slim"
          loading={busy}
          accessibilityLabel={`${t('compliance:complete')} ${row.id}`}
          onClick={() => {
            send({ id: row.id }, t('compliance:completed'));
          }}
        >
          {t('compliance:complete')}
        </Button>
      ) : null}
    </span>
  );
}
