import { Badge, Link } from '@shopify/polaris';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import { formatLongDay } from '#app/ui/time/format.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import type { VendorHome } from '../home.contract.ts';

type Payout = NonNullable<VendorHome['money']>;

const isZero = ({ amount }: MoneyDto): boolean => Number(amount) === 0;

/** What the vendor is paid next, on which day and to which account; what of it was shipped stands below, in rows. */
export function NextPayoutCard({ money }: { money: Payout }) {
  const t = useText();
  const moneyHome = useMoneyHome();
  const isDue = !isZero(money.due);
  const portions = (['sent', 'unsent', 'paid'] as const).filter((portion) => !isZero(money[portion]));
  return (
    <SectionCard
      tinted
      title={t('home:money.title')}
      aside={
        money.onHold ? (
          <StatusBadge status="onHold" />
        ) : isDue ? (
          <StatusBadge status="due" />
        ) : (
          <Badge>{t('home:money.nothing')}</Badge>
        )
      }
    >
      {isDue ? <Money value={money.due} size="big" /> : null}
      <Day money={money} isDue={isDue} />
      <Account paidTo={money.paidTo} />
      {portions.length > 0 ? (
        <Facts
          facts={portions.map((portion) => ({
            label: t(`home:money.${portion}`),
            value: <Money value={money[portion]} />,
          }))}
        />
      ) : null}
      <Link url={moneyHome.url}>{t('home:money.see')}</Link>
    </SectionCard>
  );
}

/** When it comes: never while payouts are on hold, a day of the schedule, after what is due was shipped, or that nobody has set one. */
function Day({ money, isDue }: { money: Payout; isDue: boolean }) {
  const t = useText();
  const format = useFormat();
  const style = useDateStyle();
  const when = useWhen();
  const { next, paidTo, onHold } = money;
  if (onHold)
    return (
      <>
        <p>{t('moneyCalendar:nextPayout.onHold', { day: when(onHold.since, 'long') })}</p>
        <p className="souk-written">{onHold.reason}</p>
      </>
    );
  if (next) {
    const day = formatLongDay(`${next.day}T12:00:00Z`, { ...style, timezone: 'UTC' });
    return (
      <p>
        {next.amount.amount === money.due.amount
          ? t('moneyCalendar:comesAll', { day })
          : t('moneyCalendar:comes', { amount: format.money(next.amount), day })}
      </p>
    );
  }
  if (!isDue) return <p className="souk-note">{t(isZero(money.paid) ? 'home:money.noneYet' : 'home:money.allPaid')}</p>;
  if (paidTo.by === 'hand') return <p>{t('home:money.manual')}</p>;
  return <p>{t(isZero(money.sent) ? 'home:money.afterShipping' : 'home:money.noDay')}</p>;
}

/** Where it goes: the account or the provider, or that there is none yet, with the way to one. */
function Account({ paidTo: { method, receiver, bankAccountEnding, mayChange } }: Pick<Payout, 'paidTo'>) {
  const t = useText();
  const account = bankAccountEnding === null ? undefined : t('home:money.toAccount', { lastFour: bankAccountEnding });
  const provider = method === 'stripe' ? 'Stripe' : method === 'paypal' ? (receiver ?? 'PayPal') : undefined;
  const to = provider === undefined ? account : t('home:money.toProvider', { provider });
  if (to !== undefined) return <p className="souk-note">{to}</p>;
  return (
    <p className="souk-note">
      {t('home:money.noAccount')}{' '}
      {mayChange ? <Link url="/payment-information">{t('home:money.addAccount')}</Link> : null}
    </p>
  );
}
