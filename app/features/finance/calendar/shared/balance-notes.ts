import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { CalendarDto } from '../money-calendar.contract.ts';
import { useDay } from './entry-button.tsx';
import { sumDto } from './sum-dto.ts';

/** What a calendar says of balances: when what is due comes or that it is held, and how much of what was paid out has not arrived. */
export function useBalanceNotes(calendar: CalendarDto | undefined) {
  const t = useText();
  const format = useFormat();
  const day = useDay();
  return {
    due: (due: MoneyDto): string | undefined => {
      if (!calendar || !isSome(due)) return undefined;
      if (calendar.onHold) return t('moneyCalendar:onHold');
      const next = calendar.next.find(({ amount }) => amount.currency === due.currency);
      if (next?.amount.amount === due.amount) return t('moneyCalendar:comesAll', { day: day(next.day) });
      if (next) return t('moneyCalendar:comes', { amount: format.money(next.amount), day: day(next.day) });
      return calendar.paidTo.by === 'hand' ? t('moneyCalendar:manual') : undefined;
    },
    paid: (currency: string): string | undefined => {
      const inTransit = calendar && sumProcessing(calendar, currency);
      return inTransit && isSome(inTransit) ? t('moneyCalendar:onWay', { amount: format.money(inTransit) }) : undefined;
    },
  };
}

const isSome = ({ amount }: MoneyDto): boolean => /[1-9]/.test(amount);

const sumProcessing = ({ totals }: CalendarDto, currency: string): MoneyDto =>
  sumDto(
    totals
      .filter(({ kind, amount }) => kind === 'on_its_way' && amount.currency === currency)
      .map(({ amount }) => amount),
    currency,
  );
