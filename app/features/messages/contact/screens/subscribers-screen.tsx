import { Button, InlineStack, Text } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useDownload } from '#app/ui/page/use-download.ts';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useLocation } from '#app/ui/router.ts';
import { When } from '#app/ui/time/when.tsx';
import { SUBSCRIBER_STATUSES, type SubscriberStatus } from '../contact.ts';
import type { SubscriberDto } from '../contact-messages.contract.ts';

export type SubscribersScreenProps = {
  rows: readonly SubscriberDto[];
  counts: Record<SubscriberStatus | 'all', number>;
  page: ListPage;
  checkedAt: string;
};

/** Who wants to hear from the marketplace, who was asked and who left; taking them along as a file, erasing one of them. */
export function SubscribersScreen({ rows, counts, page, checkedAt }: SubscribersScreenProps) {
  const t = useText();
  const download = useDownload();
  const { search } = useLocation();
  return (
    <ScreenPage
      title={t('settings:row.subscribers.name')}
      secondaryActions={[
        {
          label: t('contact:subscribers.export'),
          onAction: () => {
            download(`/subscribers/export.csv${search}`, 'subscribers.csv');
          },
        },
      ]}
    >
      <DataList
        name={{ singular: t('contact:subscribers.name.singular'), plural: t('contact:subscribers.name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        columns={[
          { id: 'email', title: t('contact:subscribers.columns.email'), cell: (row) => row.email },
          {
            id: 'status',
            title: t('contact:subscribers.columns.status'),
            cell: (row) => <StatusBadge status={row.status} />,
          },
          { id: 'source', title: t('contact:subscribers.columns.source'), cell: (row) => row.source },
          { id: 'asked', title: t('contact:subscribers.columns.asked'), cell: (row) => <When at={row.createdAt} /> },
          {
            id: 'confirmed',
            title: t('contact:subscribers.columns.confirmed'),
            cell: (row) => (row.confirmedAt ? <When at={row.confirmedAt} /> : null),
          },
          {
            id: 'acts',
            title: t('contact:subscribers.columns.acts'),
            align: 'end',
            cell: (row) => <Remove row={row} />,
          },
        ]}
        phone={(row) => ({
          title: row.email,
          line: row.source,
          badge: <StatusBadge status={row.status} />,
          end: <Remove row={row} />,
        })}
        tabs={(['all', ...SUBSCRIBER_STATUSES] as const).map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`common:status.${id}`),
          count: counts[id],
        }))}
        searchHint={t('contact:subscribers.search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('contact:subscribers.empty.title'), body: t('contact:subscribers.empty.body') }}
      />
    </ScreenPage>
  );
}

function Remove({ row: { id, email } }: { row: SubscriberDto }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    method: 'delete',
    toPayload: () => ({ id }),
    done: t('contact:subscribers.removed', { email }),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('contact:subscribers.removeTitle', { email }),
      body: t('contact:subscribers.removeBody'),
      action: t('contact:subscribers.remove'),
    });
    if (sure) form.submit();
  };
  const button = (
    <Button
      size="slim"
      tone="critical"
      loading={form.saving}
      onClick={() => void ask()}
      accessibilityLabel={t('contact:subscribers.removeOf', { email })}
    >
      {t('contact:subscribers.remove')}
    </Button>
  );
  if (!form.formError) return button;
  return (
    <InlineStack gap="200" blockAlign="center" align="end">
      <Text as="span" tone="critical">
        {form.formError}
      </Text>
      {button}
    </InlineStack>
  );
}
