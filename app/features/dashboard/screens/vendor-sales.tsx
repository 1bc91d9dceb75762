import { Link } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { DayRange } from '../dashboard.ts';
import type { VendorScoreDto } from '../dashboard.contract.ts';
import { FiguresHead } from '../shared/figures-head.tsx';

const COLUMNS = ['orders', 'sales', 'commission', 'earnings'] as const;

/** What each vendor sold in a range, those that sold for more first; a vendor leads to its own figures. */
export function VendorSales({ vendors, range }: { vendors: readonly VendorScoreDto[]; range: DayRange }) {
  const t = useText();
  const format = useFormat();
  const label = (name: (typeof COLUMNS)[number]) => t(`dashboard:figure.${name}.name`);
  return (
    <SectionCard
      title={t('dashboard:vendors.title')}
      aside={<Link url="/vendors/performance">{t('dashboard:performance.title')}</Link>}
    >
      <div className="souk-figures-room">
        <table className="souk-figures-table">
          <caption className="souk-hidden">{t('dashboard:vendors.title')}</caption>
          <FiguresHead of={t('dashboard:vendors.name')} names={COLUMNS} label={label} />
          <tbody>
            {vendors.map((one) => (
              <tr key={`${one.id} ${one.sales.currency}`}>
                <th scope="row">
                  <Link url={`/analytics?${new URLSearchParams({ ...range, vendor: one.vendor }).toString()}`}>
                    {one.vendor}
                  </Link>
                </th>
                <td data-label={label('orders')}>{format.number(one.orders)}</td>
                {(['sales', 'commission', 'earnings'] as const).map((name) => (
                  <td key={name} data-label={label(name)}>
                    <Money value={one[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
