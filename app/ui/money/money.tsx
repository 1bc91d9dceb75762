import type { MoneyDto } from '#app/core/dto.ts';
import { convertForDisplay } from '#app/core/money/convert.ts';
import { isCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import { useText } from '../i18n/use-text.ts';
import { useDateStyle, useDisplayCurrency, useFormat, useLayoutData } from '../shell/shell-context.tsx';
import { formatFullDay } from '../time/format.ts';

/**
 * An amount in the viewer's language. `big` is for the one amount of a page, `bold` for totals, `struck` for what no longer counts.
 * Large amounts stand in the vendor's display currency too, where there is one.
 */
export function Money({
  value,
  size,
  bold,
  struck,
}: {
  value: MoneyDto;
  size?: 'big' | 'mid';
  bold?: boolean;
  struck?: boolean;
}) {
  const format = useFormat();
  const className = ['souk-num', size && `souk-${size}`, bold && 'souk-bold'].filter(Boolean).join(' ');
  const text = format.money(value);
  return (
    <>
      <span className={className}>{struck ? <s>{text}</s> : text}</span>
      {size && !struck ? <AlsoIn value={value} /> : null}
    </>
  );
}

/** About how much an amount of the store's currency is in the vendor's display currency, with the rate on hover. */
function AlsoIn({ value }: { value: MoneyDto }) {
  const t = useText();
  const style = useDateStyle();
  const format = useFormat();
  const { store } = useLayoutData();
  const display = useDisplayCurrency();
  if (!display || value.currency !== store.currency) return null;
  const also = convert(value, display);
  if (!also) return null;
  const { rate, currency, ratedAt } = display;
  const title = t('common:rateOf', {
    storeCurrency: store.currency,
    rate,
    currency,
    when: formatFullDay(ratedAt, style),
  });
  return (
    <span className="souk-note" title={title}>
      {t('common:about', { amount: format.money(also) })}
    </span>
  );
}

function convert(value: MoneyDto, { currency, rate }: { currency: string; rate: string }): MoneyDto | undefined {
  if (!isCurrency(value.currency) || !isCurrency(currency)) return undefined;
  const minor = parseAmount(value.amount, value.currency);
  const converted = minor.ok ? convertForDisplay(minor.value, value.currency, currency, rate) : undefined;
  return converted === undefined ? undefined : toDto(money(converted, currency));
}
