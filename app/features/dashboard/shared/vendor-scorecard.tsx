import { Badge, Link } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { SCORE_LIMITS, type DayRange, type ScoreWarning } from '../dashboard.ts';
import type { VendorScoreDto } from '../dashboard.contract.ts';

/** So many stand on home; those with a warning always do. */
const SHOWN = 8;

/** What each vendor sold and how reliably; figures beyond their limits carry a badge. */
export function VendorScorecard({ vendors, range }: { vendors: readonly VendorScoreDto[]; range: DayRange }) {
  const t = useText();
  const format = useFormat();
  const shown = vendors.filter(({ warnings }, index) => index < SHOWN || warnings.length > 0);
  const hours = (value: number | null): string =>
    value === null ? '–' : t('dashboard:vendors.hours', { hours: format.number(value) });
  const percent = (value: number | null): string => (value === null ? '–' : format.percent(value));
  const columns = ['orders', 'sales', 'commission', 'ship', 'deliver', 'cancellations', 'refunds'] as const;
  const label = (name: (typeof columns)[number]) => t(`dashboard:vendors.${name}`);
  const cells = (one: VendorScoreDto): Record<(typeof columns)[number], ReactNode> => ({
    orders: format.number(one.orders),
    sales: <Money value={one.sales} />,
    commission: <Money value={one.commission} />,
    ship: hours(one.hoursToShip),
    deliver: hours(one.hoursToDeliver),
    cancellations: percent(one.cancelledPercent),
    refunds: percent(one.refundedPercent),
  });
  const listOf = (vendor: string) =>
    `/orders?${new URLSearchParams({ payment: 'sold', seller: vendor, ...range }).toString()}`;
  return (
    <SectionCard title={t('dashboard:vendors.title')} aside={<Link url="/vendors">{t('dashboard:vendors.all')}</Link>}>
      <p className="souk-note">
        {t('dashboard:vendors.about', {
          hours: format.number(SCORE_LIMITS.hoursToShip),
          cancelled: format.percent(SCORE_LIMITS.cancelledPercent),
          refunded: format.percent(SCORE_LIMITS.refundedPercent),
          orders: format.number(SCORE_LIMITS.orders),
        })}
      </p>
      <div className="souk-figures-room">
        <table className="souk-figures-table">
          <caption className="souk-hidden">{t('dashboard:vendors.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard:vendors.name')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => {
              const values = cells(one);
              return (
                <tr key={`${one.id} ${one.sales.currency}`}>
                  <th scope="row">
                    <Link url={listOf(one.vendor)}>{one.vendor}</Link>
                  </th>
                  {columns.map((name) => (
                    <td key={name} data-label={label(name)}>
                      <span>
                        {values[name]} {isWarning(name, one.warnings) ? <Warning name={name} /> : null}
                      </span>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {shown.length < vendors.length ? (
        <p className="souk-note">{t('dashboard:vendors.shown', { shown: shown.length, all: vendors.length })}</p>
      ) : null}
    </SectionCard>
  );
}

const isWarning = (name: string, warnings: readonly ScoreWarning[]): name is ScoreWarning =>
  (warnings as readonly string[]).includes(name);

function Warning({ name }: { name: ScoreWarning }) {
  const t = useText();
  return <Badge tone="warning">{t(`dashboard:vendors.warning.${name}`)}</Badge>;
}
