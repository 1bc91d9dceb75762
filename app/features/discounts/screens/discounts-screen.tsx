import { BlockStack, Box, Text } from '@shopify/polaris';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { DISCOUNT_STATUSES, type DiscountStatus } from '../discount.ts';
import type { SharedDiscountDto, DiscountDto } from '../discounts.contract.ts';
import { SharedDiscountsCard } from './shared-discounts-card.tsx';
import { useDiscountText } from './use-discount-text.ts';

export type DiscountsScreenProps = {
  rows: readonly DiscountDto[];
  counts: Record<DiscountStatus | 'all', number>;
  page: ListPage;
  automatic: { used: number; maximum: number };
  /** Discounts of the store that the vendor bears; none in the marketplace view. */
  borne: readonly SharedDiscountDto[];
  mayCreate: boolean;
  mayChangeSettings: boolean;
  checkedAt: string;
};

const TABS = ['all', ...DISCOUNT_STATUSES] as const;

/** Discounts, newest first; in the marketplace view each says whose it is and who bears it. */
export function DiscountsScreen(props: DiscountsScreenProps) {
  const { rows, counts, page, automatic, borne: shared, mayCreate, mayChangeSettings, checkedAt } = props;
  const t = useText();
  const format = useFormat();
  const text = useDiscountText();
  const { viewer } = useShell();
  const seesAll = viewer.vendor === null;
  const create = { label: t('discounts:create'), url: '/discounts/new' };
  return (
    <ScreenPage
      title={t('discounts:title')}
      {...(mayCreate && counts.all > 0 ? { primaryAction: create } : {})}
      secondaryActions={mayChangeSettings ? [{ label: t('discounts:settings.open'), url: '/discounts/settings' }] : []}
    >
      {shared.length === 0 ? null : (
        <Box paddingBlockEnd="400">
          <SharedDiscountsCard discounts={shared} />
        </Box>
      )}
      <DataList
        name={{ singular: t('discounts:one.singular'), plural: t('discounts:one.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/discounts/${row.id}`}
        columns={[
          { id: 'name', title: t('discounts:columns.name'), cell: (row) => <Name row={row} /> },
          { id: 'scope', title: t('discounts:columns.vendor'), cell: (row) => text.scope(row), hidden: !seesAll },
          { id: 'value', title: t('discounts:columns.value'), cell: (row) => text.value(row) },
          { id: 'party', title: t('discounts:columns.party'), cell: (row) => text.party(row), hidden: !seesAll },
          { id: 'period', title: t('discounts:columns.period'), cell: (row) => text.period(row) },
          { id: 'uses', title: t('discounts:columns.uses'), cell: (row) => format.number(row.uses) },
          { id: 'status', title: t('discounts:columns.status'), cell: (row) => <StatusBadge status={row.status} /> },
        ]}
        phone={(row) => ({
          title: row.name,
          line: [text.value(row), seesAll ? text.scope(row) : text.period(row)].join(' · '),
          badge: <StatusBadge status={row.status} />,
        })}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`common:status.${id}`),
          count: counts[id],
        }))}
        searchHint={t(seesAll ? 'discounts:searchAll' : 'discounts:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{
          title: t('discounts:empty.title'),
          body: t(seesAll ? 'discounts:empty.bodyAll' : 'discounts:empty.body'),
          ...(mayCreate ? { action: create } : {}),
        }}
        foot={
          <Box paddingInline="400" paddingBlockEnd="300">
            <Text as="p" tone="subdued" variant="bodySm">
              {t(seesAll ? 'discounts:form.quota' : 'discounts:form.ownQuota', {
                used: automatic.used,
                maximum: automatic.maximum,
              })}
            </Text>
          </Box>
        }
      />
    </ScreenPage>
  );
}

function Name({ row }: { row: DiscountDto }) {
  const t = useText();
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold">
        {row.name}
      </Text>
      <Text as="span" tone="subdued" variant="bodySm">
        {t(`discounts:method.${row.method}`)}
      </Text>
    </BlockStack>
  );
}
