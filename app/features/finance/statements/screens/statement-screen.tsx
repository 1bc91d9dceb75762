import { Badge, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { formatMonthTitle } from '#app/ui/time/format.ts';
import type { StatementDto } from '../statements.contract.ts';
import { monthUrl } from './months-screen.tsx';
import { MonthlyDocumentsCard } from './monthly-documents-card.tsx';

export type StatementScreenProps = {
  statement: StatementDto;
  /** The vendor's name where the marketplace looks at it. */
  of: string | undefined;
  previous: string | undefined;
  next: string | undefined;
};

type Line = StatementDto['lines'][number];

/** A vendor's month: the sums that lead from its opening to its closing balance, its papers, and every line of it. */
export function StatementScreen({ statement, of, previous, next }: StatementScreenProps) {
  const t = useText();
  const { locale } = useLayoutData();
  const { month, currency, vendor } = statement;
  const neighbour = (other: string | undefined) => (other ? monthUrl({ month: other, currency }, of) : undefined);
  return (
    <ScreenPage
      title={formatMonthTitle(month, locale)}
      {...(of === undefined ? {} : { subtitle: vendor })}
      badges={statement.closed ? undefined : <Badge tone="attention">{t('statements:provisional')}</Badge>}
      back={{
        label: of === undefined ? t('statements:title') : t('statements:titleOf', { vendor }),
        url: of === undefined ? '/money/statements' : `/money/statements?of=${encodeURIComponent(of)}`,
      }}
      neighbours={{ previous: neighbour(previous), next: neighbour(next) }}
    >
      <Stack>
        <Columns main={<Sums statement={statement} />} side={<MonthlyDocumentsCard statement={statement} of={of} />} />
        <Lines statement={statement} />
      </Stack>
    </ScreenPage>
  );
}

function Sums({ statement }: { statement: StatementDto }) {
  const t = useText();
  const format = useFormat();
  const { sums, discountsBorne: discountShares, opening, closing, closed } = statement;
  const parts = (['sales', 'refunds', 'commission', 'other', 'payouts', 'corrections'] as const).filter(
    (name) => Number(sums[name].amount) !== 0,
  );
  return (
    <SectionCard title={t('statements:sums.title')}>
      <BlockStack gap="300">
        <SumRows
          rows={[
            { label: t('statements:sums.opening'), value: opening },
            ...parts.map((name) => ({
              label: t(`statements:sums.${name}`),
              value: sums[name],
              ...(name === 'other' && Number(discountShares.amount) !== 0
                ? { note: t('statements:sums.discountsBorne', { amount: format.money(discountShares) }) }
                : {}),
            })),
          ]}
          total={{ label: closed ? t('statements:sums.closing') : t('statements:sums.closingNow'), value: closing }}
        />
        <Text as="p" variant="bodySm" tone="subdued">
          {closed ? t('statements:sums.closedHint') : t('statements:sums.openHint')}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

function Lines({ statement }: { statement: StatementDto }) {
  const t = useText();
  const entry = (line: Line) => <Entry line={line} />;
  return (
    <DataList
      name={{ singular: t('statements:entry'), plural: t('statements:entries') }}
      rows={statement.lines.map((line, index) => ({ ...line, id: String(index) }))}
      rowId={(line) => line.id}
      rowUrl={placeOfLine}
      columns={[
        { id: 'date', title: t('statements:date'), cell: (line) => <When at={line.at} as="day" /> },
        { id: 'entry', title: t('statements:entry'), cell: entry },
        { id: 'gross', title: t('statements:gross'), cell: (line) => <Some value={line.gross} />, align: 'end' },
        {
          id: 'commission',
          title: t('money:list.commission'),
          cell: (line) => <Some value={line.commission} />,
          align: 'end',
        },
        { id: 'other', title: t('statements:other'), cell: (line) => <Some value={line.other} />, align: 'end' },
        {
          id: 'amount',
          title: t('statements:change'),
          cell: (line) => <Money value={line.amount} bold />,
          align: 'end',
        },
      ]}
      phone={(line) => ({
        title: entry(line),
        amount: <Money value={line.amount} />,
        end: <When at={line.at} as="day" />,
      })}
      searchless
      page={{ page: 1, pageCount: 1, count: statement.lines.length }}
      empty={{ title: t('statements:quiet'), body: t('statements:quietBody') }}
    />
  );
}

function Some({ value }: { value: Line['gross'] }) {
  return Number(value.amount) === 0 ? <span>–</span> : <Money value={value} />;
}

function Entry({ line }: { line: Line }) {
  const t = useText();
  return (
    <>
      {entryText(t, line)}
      {line.note === null ? null : <span className="souk-note">{line.note}</span>}
    </>
  );
}

function entryText(t: ReturnType<typeof useText>, line: Line): string {
  const type = t(`statements:type.${line.type}`);
  if (line.count > 1) return `${type} × ${line.count}`;
  return [type, line.orderName].filter((part) => part !== null).join(' ');
}

/** Where a line leads: its payout, its order, else the money of all. */
function placeOfLine(line: Line): string {
  if (line.payoutId !== null) return `/money/payouts/${line.payoutId}`;
  return line.orderId === null ? '/money' : `/orders/${line.orderId}`;
}
