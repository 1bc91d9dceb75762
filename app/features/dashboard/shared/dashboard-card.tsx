import { BlockStack } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useExport } from '#app/ui/lists/use-export.tsx';
import { Button } from '@shopify/polaris';
import type { DashboardDto } from '../dashboard.contract.ts';
import { DayFigures } from './day-figures.tsx';
import { Figures } from './figures.tsx';
import { RangePicker } from './range-picker.tsx';
import { TopProducts } from './top-products.tsx';
import { useDayText } from './use-day-text.ts';
import { VendorScorecard } from './vendor-scorecard.tsx';
import './dashboard.css';

/** The figures of a range of days: what they are, how they changed, by day, by product and, for the marketplace, by vendor. */
export function DashboardCard({ dashboard }: { dashboard: DashboardDto }) {
  const { range, before, timezone, transactions, marketplace } = dashboard;
  const t = useText();
  const dayText = useDayText();
  const { action, report } = useExport({ url: '/api/dashboard/export', body: range, file: 'dashboard.csv' });
  const several = transactions.length > 1;
  return (
    <>
      <SectionCard
        title={t('dashboard:title')}
        aside={
          <Button variant="plain" onClick={action.onAction} disabled={action.disabled ?? false}>
            {action.label}
          </Button>
        }
      >
        <BlockStack gap="400">
          <RangePicker key={`${range.from}/${range.to}`} range={range} />
          <p className="souk-note">
            {t('dashboard:compared', {
              from: dayText(range.from),
              to: dayText(range.to),
              beforeFrom: dayText(before.from),
              beforeTo: dayText(before.to),
              timezone,
            })}
          </p>
          {report}
          {transactions.map((one) => (
            <section key={one.currency} aria-label={t('dashboard:inCurrency', { currency: one.currency })}>
              {several ? <h3 className="souk-figures-currency">{one.currency}</h3> : null}
              <Figures dashboard={dashboard} transactions={one} />
            </section>
          ))}
          <DayFigures dashboard={dashboard} />
        </BlockStack>
      </SectionCard>
      {marketplace && marketplace.vendors.length > 0 ? (
        <VendorScorecard vendors={marketplace.vendors} range={range} />
      ) : null}
      {dashboard.topProducts.length > 0 ? <TopProducts products={dashboard.topProducts} /> : null}
    </>
  );
}
