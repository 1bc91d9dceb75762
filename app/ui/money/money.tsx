import type { MoneyDto } from '#app/core/dto.ts';
import { useFormat } from '../shell/shell-context.tsx';

/** An amount in the viewer's language. `big` is for the one amount of a page, `bold` for totals, `struck` for what no longer counts. */
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
  return <span className={className}>{struck ? <s>{text}</s> : text}</span>;
}
