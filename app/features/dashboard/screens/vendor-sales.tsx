import { Box, Button, Link } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { DayRange } from '../dashboard.ts';
import type { VendorScoreDto } from '../dashboard.contract.ts';
import { FiguresHead } from '../shared/figures-head.tsx';

/** As many are shown until all are asked for. */
const SHOWN = 20;

const COLUMNS = ['orders', 'sales', 'commission', 'earnings'] as const;

/** What each vendor sold in a range, those that sold for more first; a vendor leads to its own figures. */
export function VendorSales({ vendors, range }: { vendors: readonly VendorScoreDto[]; range: DayRange }) {
  const t = useText();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? vendors : vendors.slice(0, SHOWN);
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
            {shown.map((one) => (
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
      {shown.length < vendors.length ? (
        <Box paddingBlockStart="300">
          <Button
            onClick={() => {
              setWhole(true);
            }}
          >
            {t('dashboard:vendors.showAll', { number: format.number(vendors.length) })}
          </Button>
        </Box>
      ) : null}
    </SectionCard>
  );
}
