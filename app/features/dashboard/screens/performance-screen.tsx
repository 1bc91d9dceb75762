import { Badge, BlockStack, Button, ButtonGroup, Link } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { EmptyBody, SectionCard } from '#app/ui/components/cards.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { SCORE_LIMITS, type ScoreWarning } from '../dashboard.ts';
import type { Performance, PerformanceRow } from '../dashboard.contract.ts';
import { RangePicker } from '../shared/range-picker.tsx';
import { FiguresHead } from '../shared/figures-head.tsx';
import '../shared/dashboard.css';

const PAGE = '/vendors/performance';
const COLUMNS = ['late', 'orders', 'sales', 'ship', 'deliver', 'cancellations', 'refunds'] as const;
type Column = (typeof COLUMNS)[number];

/** How reliably each vendor ships and sells; a badge stands only where one differs from the others. */
export function PerformanceScreen({ range, rows, late, onlyLate }: Performance) {
  const t = useText();
  const format = useFormat();
  const url = (isLate: boolean) =>
    `${PAGE}?${new URLSearchParams({ ...range, ...(isLate ? { show: 'late' } : {}) }).toString()}`;
  return (
    <ScreenPage title={t('dashboard:performance.title')}>
      <BlockStack gap="400">
        <div className="souk-range">
          <RangePicker
            key={`${range.from}/${range.to}`}
            range={range}
            page={PAGE}
            kept={onlyLate ? { show: 'late' } : {}}
          />
          <ButtonGroup variant="segmented">
            <Button pressed={!onlyLate} url={url(false)}>
              {t('dashboard:performance.all')}
            </Button>
            <Button pressed={onlyLate} url={url(true)}>
              {t('dashboard:performance.onlyLate', { count: late })}
            </Button>
          </ButtonGroup>
        </div>
        <SectionCard title={t('dashboard:performance.title')}>
          {rows.length === 0 ? (
            <EmptyBody
              title={t(onlyLate ? 'dashboard:performance.none' : 'dashboard:chart.empty')}
              body={t('dashboard:performance.lateAbout', { hours: format.number(SCORE_LIMITS.hoursToShip) })}
            />
          ) : (
            <>
              <p className="souk-note">
                {t('dashboard:performance.about', { hours: format.number(SCORE_LIMITS.hoursToShip) })}
              </p>
              <PerformanceTable rows={rows} range={range} />
            </>
          )}
        </SectionCard>
      </BlockStack>
    </ScreenPage>
  );
}

function PerformanceTable({ rows, range }: Pick<Performance, 'rows' | 'range'>) {
  const t = useText();
  const cells = useCells();
  const label = (name: Column) => t(`dashboard:vendors.${name}`);
  return (
    <div className="souk-figures-room">
      <table className="souk-figures-table">
        <caption className="souk-hidden">{t('dashboard:performance.title')}</caption>
        <FiguresHead of={t('dashboard:vendors.name')} names={COLUMNS} label={label} />
        <tbody>
          {rows.map((row) => {
            const values = cells(row);
            const sold = new URLSearchParams({ payment: 'sold', seller: row.vendor, ...range });
            return (
              <tr key={`${row.id} ${row.score?.sales.currency ?? ''}`}>
                <th scope="row">
                  <Link url={`/orders?${sold.toString()}`}>{row.vendor}</Link>
                </th>
                {COLUMNS.map((name) => (
                  <td key={name} data-label={label(name)}>
                    <span>
                      {values[name]} {isWarning(name, row.score?.warnings ?? []) ? <Warning name={name} /> : null}
                    </span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The values of a row; a vendor without a sale in the range has dashes. */
function useCells(): (row: PerformanceRow) => Record<Column, ReactNode> {
  const t = useText();
  const format = useFormat();
  const hours = (value: number | null | undefined): string =>
    typeof value === 'number' ? t('dashboard:vendors.hours', { hours: format.number(value) }) : '–';
  const percent = (value: number | null | undefined): string =>
    typeof value === 'number' ? format.percent(value) : '–';
  return ({ vendor, late, score }) => {
    const toShip = new URLSearchParams({ view: 'ship', seller: vendor, sort: 'oldest' });
    return {
      late: late > 0 ? <Link url={`/orders?${toShip.toString()}`}>{format.number(late)}</Link> : '–',
      orders: score ? format.number(score.orders) : '–',
      sales: score ? <Money value={score.sales} /> : '–',
      ship: hours(score?.hoursToShip),
      deliver: hours(score?.hoursToDeliver),
      cancellations: percent(score?.cancelledPercent),
      refunds: percent(score?.refundedPercent),
    };
  };
}

const isWarning = (name: string, warnings: readonly ScoreWarning[]): name is ScoreWarning =>
  (warnings as readonly string[]).includes(name);

function Warning({ name }: { name: ScoreWarning }) {
  const t = useText();
  return <Badge tone="warning">{t(`dashboard:vendors.warning.${name}`)}</Badge>;
}
