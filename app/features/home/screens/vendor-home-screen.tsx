import type { MoneyDto } from '#app/core/dto.ts';
import { dateFormat } from '#app/core/intl.ts';
import { Badge, Link } from '@shopify/polaris';
import { AlertTriangleIcon, CashDollarIcon } from '@shopify/polaris-icons';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import type { Task } from '#app/ui/components/task-row.tsx';
import { useCan, useDateStyle, useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { formatLongDay } from '#app/ui/time/format.ts';
import { When, useWhen } from '#app/ui/time/when.tsx';
import type { DashboardDto } from '#app/features/dashboard/dashboard.contract.ts';
import { DashboardCard } from '#app/features/dashboard/shared/dashboard-card.tsx';
import { SetupCard } from '#app/features/onboarding/shared/setup-card.tsx';
import type { VendorHome } from '../home.ts';
import type { HomeExtras } from './home-extras.ts';
import { HomeScreen, WaitingCard } from './home-screen.tsx';
import { payoutIssuesUrl } from './payout-issues-url.ts';

export type VendorHomeProps = HomeExtras & { name: string; home: VendorHome; dashboard: DashboardDto | undefined };

/**
 * What must leave first, beside it the money with when it comes; then what waits, beside it the week; below the figures of any days.
 * Before the first sale the first steps stand alone: figures would be zeros.
 */
export function VendorHomeScreen(props: VendorHomeProps) {
  const { name, home, dashboard, checklist, onSetup } = props;
  const t = useText();
  const when = useWhen();
  const can = useCan();
  const { now } = useShell();
  const count = home.toShip?.count ?? 0;
  const day = when(now, 'long');
  const tasks = useTasks(home);
  const unpaid = home.toShip?.unpaid ?? 0;
  const sentences = [
    day,
    ...(count > 0 ? [t('home:task.ordersToShip', { count })] : []),
    ...(unpaid > 0 ? [t('home:task.unpaid', { count: unpaid })] : []),
  ];
  const steps = checklist.isShown ? (
    <SetupCard key="steps" title={t('onboarding:title.vendor')} checklist={checklist} onDismiss={onSetup} />
  ) : null;
  const toShip = home.toShip && count > 0 ? <ToShip key="ship" toShip={home.toShip} /> : null;
  const none = t(home.hasOrders ? 'home:nothingToShip' : 'home:nothingSold');
  const waiting = <WaitingCard key="waiting" tasks={tasks} none={none} />;
  // Orders to ship are what waits: a card that says nothing else does would only stand between them and the week.
  const hasTasks = toShip !== null && tasks.length > 0;
  const second = hasTasks ? waiting : steps;
  const payout = home.hasOrders && home.money ? <NextPayout key="payout" money={home.money} /> : null;
  const week = home.hasOrders && home.week ? <Week key="week" week={home.week} /> : null;
  const figures = home.hasOrders && dashboard ? <DashboardCard key="figures" dashboard={dashboard} /> : null;
  return (
    <HomeScreen
      name={name}
      subtitle={sentences.join('. ')}
      secondaryActions={[
        ...(can('write_products') ? [{ label: t('home:act.addProduct'), url: '/products/new' }] : []),
        ...(checklist.isDismissed && checklist.mayDismiss ? [{ label: t('onboarding:show'), onAction: onSetup }] : []),
      ]}
      rows={
        home.hasOrders
          ? [
              { main: [toShip ?? waiting], side: [payout, second ? null : week] },
              { main: [second], side: [second ? week : null] },
              { main: [hasTasks ? steps : null, figures], side: [] },
            ]
          : [{ main: [steps, waiting], side: [] }]
      }
    />
  );
}

function useTasks({ payoutIssues, sentBack = [] }: VendorHome): Task[] {
  const t = useText();
  const format = useFormat();
  const tasks: Task[] = sentBack.map((product) => ({
    id: product.id,
    icon: AlertTriangleIcon,
    tone: 'warning',
    title: t('home:task.sentBack', { title: product.title }),
    why: product.note ?? t('home:why.sentBack'),
    action: { label: t('home:act.edit'), url: `/products/${product.id}` },
  }));
  if (!payoutIssues?.newest) return tasks;
  return [
    {
      id: 'issues',
      icon: CashDollarIcon,
      tone: 'critical',
      title: t('home:task.troubles', { count: payoutIssues.count }),
      why: t('home:why.ownPayoutIssue', {
        amount: format.money(payoutIssues.newest.amount),
        why: t(`money:reason.${payoutIssues.newest.reason ?? 'marketplace'}`),
      }),
      action: { label: t('home:act.see'), url: payoutIssuesUrl(payoutIssues) },
    },
    ...tasks,
  ];
}

function ToShip({ toShip }: { toShip: NonNullable<VendorHome['toShip']> }) {
  const t = useText();
  return (
    <SectionCard flush title={t('home:ship.title')} aside={<Link url="/orders">{t('home:ship.all')}</Link>}>
      <Rows
        label={t('home:ship.title')}
        rows={toShip.rows.map((row) => ({
          id: row.orderId,
          url: `/orders/${row.orderId}`,
          title: row.name,
          line: row.buyer ?? '',
          ...(row.earns ? { amount: <Money value={row.earns} /> } : {}),
          end: <When at={row.orderedAt} />,
          badge: <StatusBadge status={row.partly ? 'partShipped' : 'unfulfilled'} />,
        }))}
      />
    </SectionCard>
  );
}

const isZero = ({ amount }: MoneyDto): boolean => Number(amount) === 0;

function NextPayout({ money }: { money: NonNullable<VendorHome['money']> }) {
  const moneyHome = useMoneyHome();
  const t = useText();
  const format = useFormat();
  const style = useDateStyle();
  const day = (of: string): string => formatLongDay(`${of}T12:00:00Z`, { ...style, timezone: 'UTC' });
  const isDue = !isZero(money.due);
  const portions = (['sent', 'unsent', 'paid'] as const).filter((portion) => !isZero(money[portion]));
  return (
    <SectionCard
      tinted
      title={t('home:money.title')}
      aside={isDue ? <StatusBadge status="due" /> : <Badge>{t('home:money.nothing')}</Badge>}
    >
      {isDue ? <Money value={money.due} size="big" /> : null}
      {money.next ? (
        <p>
          {money.next.amount.amount === money.due.amount
            ? t('moneyCalendar:comesAll', { day: day(money.next.day) })
            : t('moneyCalendar:comes', { amount: format.money(money.next.amount), day: day(money.next.day) })}
        </p>
      ) : null}
      <p className="souk-note">{isDue ? t('home:money.when', { count: money.orders }) : t('home:money.noneYet')}</p>
      {portions.length > 0 ? (
        <dl className="souk-money-split">
          {portions.map((portion) => (
            <div key={portion}>
              <dt>{t(`home:money.${portion}`)}</dt>
              <dd>
                <Money value={money[portion]} size="mid" />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Link url={moneyHome.url}>{t('home:money.see')}</Link>
    </SectionCard>
  );
}

/** Seven days with their figures in text; the bars only repeat them. */
function Week({ week }: { week: NonNullable<VendorHome['week']> }) {
  const t = useText();
  const format = useFormat();
  const { locale } = useDateStyle();
  const max = Math.max(1, ...week.days.map((one) => one.orders));
  const weekday = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <SectionCard title={t('home:week.title')} aside={t('home:week.orders', { count: week.orders })}>
      <ol className="souk-week">
        {week.days.map((one, index) => (
          <li key={one.day} {...(index === week.days.length - 1 ? { 'aria-current': 'date' as const } : {})}>
            <span>{format.number(one.orders)}</span>
            <span className="souk-week-bar" aria-hidden="true">
              <span style={{ blockSize: `${(one.orders / max) * 100}%` }} />
            </span>
            <span>
              {index === week.days.length - 1
                ? t('common:day.today')
                : weekday.format(new Date(`${one.day}T12:00:00Z`))}
            </span>
          </li>
        ))}
      </ol>
      {week.earned && week.before ? (
        <p className="souk-note">
          {t('home:week.earned', { amount: format.money(week.earned), before: format.money(week.before) })}
        </p>
      ) : null}
    </SectionCard>
  );
}
