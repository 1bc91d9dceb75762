import { BlockStack, Text, useBreakpoints } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useLocation } from '#app/ui/router.ts';
import { When } from '#app/ui/time/when.tsx';
import type {
  ApplicationRowDto,
  ApplicationDto,
} from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { useBulkDecisions } from './bulk-decisions.tsx';
import { ApplicationPreview } from './application-preview.tsx';

export type ApplicationsScreenProps = {
  rows: readonly ApplicationRowDto[];
  counts: { all: number; pending: number; approved: number; rejected: number };
  page: ListPage;
  open: ApplicationDto | null;
  /** Whether somebody chose it; otherwise it is the first one, which a phone does not show by itself. */
  isChosen: boolean;
  formUrl: string;
  checkedAt: string;
};

/** Applications beside their preview; pending ones oldest first. On a phone the preview takes the list's place. */
export function ApplicationsScreen(props: ApplicationsScreenProps) {
  const { rows, open, isChosen, formUrl } = props;
  const t = useText();
  const toast = useToast();
  const { mdDown } = useBreakpoints();
  const { search } = useLocation();
  const copy = (): void => {
    navigator.clipboard.writeText(formUrl).then(
      () => {
        toast(t('applications:copied'));
      },
      () => {
        toast(t('applications:notCopied', { link: formUrl }), { isError: true });
      },
    );
  };
  const list = <ApplicationList {...props} openUrl={(id) => `/applications${withOpen(search, id)}`} />;
  const preview = open ? <ApplicationPreview key={open.id} application={open} /> : null;
  return (
    <ScreenPage
      title={t('applications:title')}
      kind="split"
      secondaryActions={[
        { label: t('applications:copyLink'), onAction: copy },
        { label: t('applications:openForm'), url: formUrl, external: true },
      ]}
      {...(mdDown && isChosen && open
        ? { back: { label: t('applications:preview.back'), url: `/applications${withOpen(search, undefined)}` } }
        : {})}
    >
      {rows.length === 0 && !open ? list : mdDown ? isChosen ? preview : list : <Columns main={list} side={preview} />}
    </ScreenPage>
  );
}

function ApplicationList(props: ApplicationsScreenProps & { openUrl: (id: string) => string }) {
  const { rows, counts, page, open, openUrl, formUrl, checkedAt } = props;
  const t = useText();
  const bulk = useBulkDecisions();
  return (
    <BlockStack gap="300">
      {bulk.failures}
      {bulk.dialog}
      <DataList
        bulk={bulk.actions}
        name={{ singular: t('applications:name.singular'), plural: t('applications:name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => openUrl(row.id)}
        columns={[
          { id: 'vendor', title: t('applications:columns.vendor'), cell: (row) => nameCell(row, row.id === open?.id) },
          {
            id: 'hint',
            title: t('applications:columns.hint'),
            // Without questions of the form there is nothing to show here.
            hidden: rows.every((row) => row.hint === ''),
            cell: (row) => <span className="souk-hint">{row.hint}</span>,
          },
          { id: 'received', title: t('applications:columns.received'), cell: (row) => <When at={row.receivedAt} /> },
          { id: 'status', title: t('applications:columns.status'), cell: (row) => <StatusBadge status={row.status} /> },
        ]}
        phone={(row) => ({
          picture: { name: row.vendorName },
          title: row.vendorName,
          line: row.email,
          badge: <StatusBadge status={row.status} />,
          end: <When at={row.receivedAt} />,
        })}
        tabs={(['pending', 'approved', 'rejected', 'all'] as const).map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`common:status.${id}`),
          count: counts[id],
          ...(id === 'pending'
            ? { empty: { title: t('applications:emptyPending.title'), body: t('applications:emptyPending.body') } }
            : {}),
        }))}
        searchHint={t('applications:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{
          title: t('applications:empty.title'),
          body: t('applications:empty.body'),
          action: { label: t('applications:openForm'), url: formUrl, external: true },
        }}
      />
    </BlockStack>
  );
}

function nameCell(row: ApplicationRowDto, isOpen: boolean) {
  return (
    <span className="souk-name-cell" {...(isOpen ? { 'aria-current': 'true' as const } : {})}>
      <Avatar name={row.vendorName} size="small" />
      <span>
        <Text as="span" fontWeight={isOpen ? 'bold' : 'semibold'}>
          {row.vendorName}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {row.email}
        </Text>
      </span>
    </span>
  );
}

/** The list's own address with another application open, or none. */
function withOpen(search: string, id: string | undefined): string {
  const params = new URLSearchParams(search);
  if (id === undefined) params.delete('open');
  else params.set('open', id);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
