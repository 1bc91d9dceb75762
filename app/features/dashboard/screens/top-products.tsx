import { Link } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { DashboardDto } from '../dashboard.contract.ts';

/** The products that brought the highest sales of the range. */
export function TopProducts({ products }: { products: DashboardDto['topProducts'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <SectionCard title={t('dashboard:products.title')}>
      <p className="souk-note">{t('dashboard:products.about')}</p>
      <div className="souk-figures-room">
        <table className="souk-figures-table">
          <caption className="souk-hidden">{t('dashboard:products.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard:products.name')}</th>
              <th scope="col">{t('dashboard:figure.units.name')}</th>
              <th scope="col">{t('dashboard:figure.sales.name')}</th>
            </tr>
          </thead>
          <tbody>
            {products.map((one) => (
              <tr key={`${one.id ?? ''} ${one.title} ${one.sales.currency}`}>
                <th scope="row">
                  {one.id === null ? one.title : <Link url={`/products/${one.id}`}>{one.title}</Link>}
                </th>
                <td data-label={t('dashboard:figure.units.name')}>{format.number(one.units)}</td>
                <td data-label={t('dashboard:figure.sales.name')}>
                  <Money value={one.sales} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
