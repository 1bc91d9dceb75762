import { useText } from '#app/ui/i18n/use-text.ts';
import { BarChart } from '#app/ui/components/bar-chart.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { AnalyticsDto, DaySumsDto } from '../dashboard.contract.ts';
import { useDayText } from './use-day-text.ts';
import { FiguresHead } from './figures-head.tsx';

/** Sales by day as a picture, and every figure by day as a table, which is there without script too. */
export function DayFigures({ dashboard }: { dashboard: AnalyticsDto }) {
  const t = useText();
  const format = useFormat();
  const dayText = useDayText();
  const { orders: days, range, transactions } = dashboard;
  const own = transactions[0]?.currency ?? '';
  const drawn = days.filter(({ currency }) => currency === own);
  const best = drawn.reduce<DaySumsDto | undefined>(
    (top, one) => (Number(one.sales.amount) > Number(top?.sales.amount ?? 0) ? one : top),
    undefined,
  );
  const total = transactions[0]?.current.sales;
  return (
    <>
      {best && total ? (
        <BarChart
          summary={t('dashboard:chart.summary', {
            total: format.money(total),
            from: dayText(range.from),
            to: dayText(range.to),
            best: format.money(best.sales),
            day: dayText(best.day),
          })}
          bars={drawn.map((one) => ({
            id: one.day,
            value: Number(one.sales.amount),
            text: `${dayText(one.day)}: ${format.money(one.sales)}`,
          }))}
          max={t('dashboard:chart.max', { amount: format.money(best.sales), currency: own })}
          first={dayText(range.from)}
          last={dayText(range.to)}
        />
      ) : (
        <p className="souk-note">{t('dashboard:chart.empty')}</p>
      )}
      <details className="souk-figures-details">
        <summary>{t('dashboard:table.show')}</summary>
        <DayTable days={days} />
      </details>
    </>
  );
}

const AMOUNTS = ['sales', 'refunds', 'commission', 'earnings', 'due'] as const;

/** A row for each day and currency, the newest first. */
function DayTable({ days }: { days: readonly DaySumsDto[] }) {
  const t = useText();
  const format = useFormat();
  const dayText = useDayText();
  const label = (name: 'orders' | 'units' | (typeof AMOUNTS)[number]) => t(`dashboard:figure.${name}.name`);
  return (
    <div className="souk-figures-room">
      <table className="souk-figures-table">
        <caption className="souk-hidden">{t('dashboard:table.caption')}</caption>
        <FiguresHead of={t('dashboard:table.day')} names={['orders', 'units', ...AMOUNTS]} label={label} />
        <tbody>
          {[...days].reverse().map((one) => (
            <tr key={`${one.day} ${one.currency}`}>
              <th scope="row">{dayText(one.day)}</th>
              {(['orders', 'units'] as const).map((name) => (
                <td key={name} data-label={label(name)}>
                  {format.number(one[name])}
                </td>
              ))}
              {AMOUNTS.map((name) => (
                <td key={name} data-label={label(name)}>
                  <Money value={one[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
