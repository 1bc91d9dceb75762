import { BlockStack, Link, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatMonth } from '#app/ui/time/format.ts';
import { SALE_ROWS } from '../from-sale.ts';
import type { CalendarDto, FromSaleDto } from '../money-calendar.contract.ts';

/** From what buyers paid in a month to what the vendor earned: one sum, and the way to its lines. */
export function FromSaleCard({ calendar }: { calendar: Pick<CalendarDto, 'month' | 'fromSale'> }) {
  const t = useText();
  const { locale } = useDateStyle();
  const { fromSale } = calendar;
  const month = formatMonth(calendar.month, locale);
  return (
    <SectionCard title={t('moneyCalendar:sale.title')}>
      {fromSale.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('moneyCalendar:sale.none')}
        </Text>
      ) : (
        <BlockStack gap="300">
          <Text as="p" variant="bodySm" tone="subdued">
            {t('moneyCalendar:sale.note', { month })}
          </Text>
          {fromSale.map((sale) => (
            <BlockStack key={sale.currency} gap="200">
              <SumRows
                rows={toRows(sale).map((row) => ({ label: t(`moneyCalendar:sale.${row}`), value: sale[row] }))}
                total={{ label: t('moneyCalendar:sale.earned'), value: sale.earned }}
              />
              <Link url={`/money/statements/${calendar.month}?currency=${sale.currency}`}>
                {t('moneyCalendar:sale.open', { month })}
              </Link>
            </BlockStack>
          ))}
        </BlockStack>
      )}
    </SectionCard>
  );
}

/** What buyers paid and the commission always; anything else where there is any. */
function toRows(sale: FromSaleDto): (typeof SALE_ROWS)[number][] {
  return SALE_ROWS.filter((row) => row === 'sales' || row === 'commission' || /[1-9]/.test(sale[row].amount));
}
