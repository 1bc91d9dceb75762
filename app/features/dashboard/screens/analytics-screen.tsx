import { BlockStack, Button, Select } from '@shopify/polaris';
import { useMemo } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useExport } from '#app/ui/lists/use-export.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath, useShell } from '#app/ui/shell/shell-context.tsx';
import { nameZone } from '#app/ui/time/format.ts';
import type { AnalyticsDto } from '../dashboard.contract.ts';
import { DayFigures } from '../shared/day-figures.tsx';
import { Figures } from '../shared/figures.tsx';
import { RangePicker } from '../shared/range-picker.tsx';
import { useDayText } from '../shared/use-day-text.ts';
import { VendorSales } from './vendor-sales.tsx';
import '../shared/dashboard.css';

const PAGE = '/analytics';

type AnalyticsScreenProps = { dashboard: AnalyticsDto; vendorNames: readonly string[] };

/** The figures of chosen days against the days before, by day and by vendor, of all vendors or of one. */
export function AnalyticsScreen({ dashboard, vendorNames }: AnalyticsScreenProps) {
  const { range, before, timezone, transactions, marketplace, vendor } = dashboard;
  const t = useText();
  const dayText = useDayText();
  const kept: Record<string, string> = vendor === null ? {} : { vendor };
  const { action, report } = useExport({
    url: '/api/dashboard/export',
    body: { ...range, ...kept },
    file: 'dashboard.csv',
  });
  return (
    <ScreenPage title={t('dashboard:analytics.title')} back={{ label: t('home:title'), url: '/' }}>
      <BlockStack gap="400">
        {report}
        <SectionCard
          title={vendor ?? t('dashboard:title')}
          aside={
            <Button variant="plain" onClick={action.onAction} disabled={action.disabled ?? false}>
              {action.label}
            </Button>
          }
        >
          <BlockStack gap="400">
            <div className="souk-range">
              <RangePicker key={`${range.from}/${range.to}`} range={range} page={PAGE} kept={kept} />
              <VendorChoice chosen={vendor} range={range} vendorNames={vendorNames} />
            </div>
            <p className="souk-note">
              {t('dashboard:compared', {
                from: dayText(range.from),
                to: dayText(range.to),
                beforeFrom: dayText(before.from),
                beforeTo: dayText(before.to),
                timezone: nameZone(timezone),
              })}
            </p>
            {transactions.map((one) => (
              <section key={one.currency} aria-label={t('dashboard:inCurrency', { currency: one.currency })}>
                {transactions.length > 1 ? <h3 className="souk-figures-currency">{one.currency}</h3> : null}
                <Figures dashboard={dashboard} transactions={one} />
              </section>
            ))}
            <DayFigures dashboard={dashboard} />
          </BlockStack>
        </SectionCard>
        {marketplace && marketplace.vendors.length > 0 ? (
          <VendorSales vendors={marketplace.vendors} range={range} />
        ) : null}
      </BlockStack>
    </ScreenPage>
  );
}

type VendorChoiceProps = { chosen: string | null; range: AnalyticsDto['range']; vendorNames: readonly string[] };

/** Narrows the page to one vendor; there only for who sees them all. */
function VendorChoice({ chosen, range, vendorNames }: VendorChoiceProps) {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { viewer } = useShell();
  const options = useMemo(
    () =>
      [...new Set([...vendorNames, ...(chosen === null ? [] : [chosen])])]
        .sort((one, other) => one.localeCompare(other))
        .map((name) => ({ label: name, value: name })),
    [vendorNames, chosen],
  );
  if (viewer.vendor !== null || options.length === 0) return null;
  return (
    <Select
      label={t('dashboard:analytics.vendor')}
      labelInline
      options={[{ label: t('dashboard:analytics.allVendors'), value: '' }, ...options]}
      value={chosen ?? ''}
      onChange={(vendor) => {
        const query = new URLSearchParams({ ...range, ...(vendor === '' ? {} : { vendor }) });
        navigate(path(`${PAGE}?${query.toString()}`), { preventScrollReset: true });
      }}
    />
  );
}
