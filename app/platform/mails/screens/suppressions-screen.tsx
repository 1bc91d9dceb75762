import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { SuppressionDto, UnsentDto } from '../suppressions/suppressions.contract.ts';
import { AddSuppressionCard } from './add-suppression-card.tsx';
import { UnsentCard } from './unsent-card.tsx';

export type SuppressionsScreenProps = {
  rows: readonly SuppressionDto[];
  page: ListPage;
  unsent: readonly UnsentDto[];
  checkedAt: string;
};

/** Addresses that get no emails and why, taking them off the list, adding one; and the newest emails that were not sent. */
export function SuppressionsScreen({ rows, page, unsent, checkedAt }: SuppressionsScreenProps) {
  const t = useText();
  return (
    <ScreenPage
      title={t('settings:undelivered.title')}
      subtitle={t('settings:undelivered.about')}
      back={{ label: t('settings:row.notifications.name'), url: '/settings/notifications' }}
    >
      <Stack>
        <DataList
          name={{ singular: t('settings:undelivered.name.singular'), plural: t('settings:undelivered.name.plural') }}
          rows={rows}
          rowId={(row) => row.id}
          columns={[
            { id: 'email', title: t('settings:undelivered.email'), cell: (row) => row.email },
            { id: 'kind', title: t('settings:undelivered.kindTitle'), cell: (row) => <KindBadge kind={row.kind} /> },
            { id: 'detail', title: t('settings:undelivered.detail'), cell: (row) => row.detail },
            { id: 'since', title: t('settings:undelivered.since'), cell: (row) => <When at={row.createdAt} /> },
            { id: 'acts', title: t('settings:undelivered.acts'), align: 'end', cell: (row) => <Lift row={row} /> },
          ]}
          phone={(row) => ({
            title: row.email,
            line: row.detail,
            badge: <KindBadge kind={row.kind} />,
            end: <Lift row={row} />,
          })}
          searchHint={t('settings:undelivered.search')}
          page={page}
          checkedAt={checkedAt}
          empty={{ title: t('settings:undelivered.empty.title'), body: t('settings:undelivered.empty.body') }}
        />
        <AddSuppressionCard key={page.count} />
        <UnsentCard mails={unsent} />
      </Stack>
    </ScreenPage>
  );
}

function KindBadge({ kind }: { kind: SuppressionDto['kind'] }) {
  const t = useText();
  return <Badge tone={kind === 'blocked' ? 'info' : 'warning'}>{t(`settings:undelivered.kind.${kind}`)}</Badge>;
}

function Lift({ row: { id, email } }: { row: SuppressionDto }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    method: 'delete',
    toPayload: () => ({ id }),
    done: t('settings:undelivered.lifted', { email }),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings:undelivered.liftTitle', { email }),
      body: t('settings:undelivered.liftBody'),
      action: t('settings:undelivered.lift'),
      destructive: false,
    });
    if (sure) form.submit();
  };
  return (
    <InlineStack gap="200" blockAlign="center" align="end">
      {form.formError ? (
        <Text as="span" tone="critical">
          {form.formError}
        </Text>
      ) : null}
      <Button
        size="slim"
        loading={form.saving}
        onClick={() => void ask()}
        accessibilityLabel={t('settings:undelivered.liftOf', { email })}
      >
        {t('settings:undelivered.lift')}
      </Button>
    </InlineStack>
  );
}
