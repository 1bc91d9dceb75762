import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { ListDto, VersionDto } from '#app/features/commissions/commissions.contract.ts';
import { CommissionEditor } from './commission-editor.tsx';
import { useCommissionForm, type CommissionRow } from './commission-form.ts';
import { CommissionTester } from './commission-tester.tsx';
import { VersionsCard } from './versions-card.tsx';
import { WhatIfCard } from './what-if-card.tsx';

export type VendorListSummary = {
  id: string;
  name: string;
  lineCount: number;
  savedAt: string | null;
  savedBy: string | null;
};

export type CommissionsScreenProps = {
  mayChange: boolean;
  list: ListDto;
  versions: readonly VersionDto[];
  vendors: readonly VendorListSummary[];
  vendorCount: number;
  ownCount: number;
  page: ListPage;
};

/** The default list with its tester, and the lists of vendors under it. */
export function CommissionsScreen(props: CommissionsScreenProps) {
  const { mayChange, list, versions, vendorCount, ownCount } = props;
  const t = useText();
  const form = useCommissionForm(list, { allowEmpty: false });
  const rows = form.values.commissions;
  const pick = (earlier: readonly CommissionRow[]): void => {
    form.set('commissions', earlier);
  };
  const editor = (
    <SectionCard
      title={t('commissions:defaultList')}
      aside={list.savedBy === null ? t('commissions:neverSaved') : t('commissions:savedBy', { name: list.savedBy })}
    >
      <Text as="p" tone="subdued">
        {rows.length === 0 ? t('commissions:emptyDefaultBody') : t('commissions:explain')}{' '}
        {t('commissions:currency', { currency: list.currency })}
      </Text>
      <CommissionEditor form={form} />
    </SectionCard>
  );
  return (
    <ScreenPage
      title={t('settings:row.commissions.name')}
      subtitle={t('commissions:subtitle', { count: vendorCount - ownCount, total: vendorCount })}
      saveBar={form.saveBar}
    >
      <Stack>
        <Columns
          main={
            <Stack>
              <PayersOnly mayChange={mayChange}>{editor}</PayersOnly>
              <WhatIfCard rows={rows} />
            </Stack>
          }
          side={
            <Stack>
              <CommissionTester rows={rows} />
              {mayChange ? <VersionsCard versions={versions} onPick={pick} /> : null}
            </Stack>
          }
          shape="editor"
        />
        <VendorLists {...props} />
      </Stack>
    </ScreenPage>
  );
}

function VendorLists({ vendors, page }: CommissionsScreenProps) {
  const t = useText();
  const describe = (row: VendorListSummary): string =>
    row.lineCount === 0 ? t('commissions:lists.default') : t('commissions:lists.own', { count: row.lineCount });
  return (
    <section aria-label={t('commissions:lists.title')}>
      <Stack>
        <Text as="h2" variant="headingMd">
          {t('commissions:lists.title')}
        </Text>
        <DataList
          name={{ singular: t('commissions:lists.singular'), plural: t('commissions:lists.plural') }}
          rows={vendors}
          rowId={(row) => row.id}
          rowUrl={(row) => `/commissions/vendors/${row.id}`}
          columns={[
            { id: 'vendor', title: t('commissions:lists.vendor'), cell: (row) => row.name },
            { id: 'list', title: t('commissions:lists.list'), cell: describe },
            {
              id: 'changed',
              title: t('commissions:lists.changed'),
              cell: (row) => (row.savedAt === null ? '–' : <When at={row.savedAt} />),
            },
          ]}
          phone={(row) => ({ picture: { name: row.name }, title: row.name, line: describe(row) })}
          page={page}
          empty={{ title: t('commissions:lists.empty'), body: t('commissions:lists.emptyBody') }}
        />
      </Stack>
    </section>
  );
}
