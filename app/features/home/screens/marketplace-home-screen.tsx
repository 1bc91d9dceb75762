import { Badge, Link, Text } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  AlertTriangleIcon,
  CashDollarIcon,
  ClipboardCheckIcon,
  ReplaceIcon,
  LockIcon,
  ProductIcon,
  ReceiptDollarIcon,
} from '@shopify/polaris-icons';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { Metric } from '#app/ui/components/layout.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import type { Task } from '#app/ui/components/task-row.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';
import type { DashboardDto } from '#app/features/dashboard/dashboard.contract.ts';
import { DashboardCard } from '#app/features/dashboard/shared/dashboard-card.tsx';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import { UnreadCard } from '#app/platform/notices/shared/unread-card.tsx';
import { SetupCard } from '#app/features/onboarding/shared/setup-card.tsx';
import { PlanWarnings } from '#app/features/app-plan/shared/plan-warnings.tsx';
import type { MarketplaceHome } from '../home.ts';
import type { HomeExtras } from './home-extras.ts';
import { HomeScreen, WaitingCard } from './home-screen.tsx';
import { ThemeCard } from './theme-card.tsx';
import { payoutIssuesUrl } from './payout-issues-url.ts';

export type MarketplaceHomeProps = HomeExtras & {
  name: string;
  home: MarketplaceHome;
  dashboard: DashboardDto | undefined;
  /** Where no bell stands above the page. */
  notices: { notices: readonly BellNoticeDto[]; unread: number } | undefined;
};

/**
 * What the marketplace needs to do now, by harm, money and age, beside the state of the books. Sales of the week and the vendors that
 * sold most stand here while the dashboard, which says both for any days, is off. Before the first sale there are no figures.
 */
export function MarketplaceHomeScreen({ name, home, dashboard, notices, checklist, onSetup }: MarketplaceHomeProps) {
  const t = useText();
  const { store, now } = useShell();
  const when = useWhen();
  const metrics = useMetrics(home).filter(({ id }) => !dashboard || !['sales', 'commission'].includes(id));
  const figures = dashboard ? (
    <DashboardCard key="figures" dashboard={dashboard} />
  ) : home.top.length > 0 ? (
    <TopVendors key="top" home={home} />
  ) : null;
  const steps = checklist.isShown ? (
    <SetupCard key="steps" title={t('onboarding:title.marketplace')} checklist={checklist} onDismiss={onSetup} />
  ) : null;
  const tasks = useTasks(home);
  // On the first day the steps are what there is to do.
  const waiting =
    tasks.length > 0 || steps === null || home.hasOrders ? (
      <WaitingCard key="waiting" tasks={tasks} none={t('home:nothing')} />
    ) : null;
  const bell = notices && notices.unread > 0 ? <UnreadCard key="bell" {...notices} /> : null;
  const books = home.ledger ? <Books key="books" home={home} ledger={home.ledger} /> : null;
  const plan = home.planWarnings.length > 0 ? <PlanWarnings key="plan" warnings={home.planWarnings} hasLink /> : null;
  const theme = <ThemeCard key="theme" blocks={home.blocks} />;
  return (
    <HomeScreen
      name={name}
      subtitle={`${store.name}, ${when(now, 'long')}`}
      metrics={home.hasOrders && metrics.some(isWorthSaying) ? metrics : []}
      secondaryActions={[
        ...(notices ? [{ label: t('notices:all'), url: '/notices' }] : []),
        ...(checklist.isDismissed ? [{ label: t('onboarding:show'), onAction: onSetup }] : []),
      ]}
      rows={[
        home.hasOrders
          ? { main: [plan, waiting, figures], side: [steps, bell, books, theme] }
          : { main: [plan, steps, waiting], side: [bell, theme] },
      ]}
    />
  );
}

/** Whether a figure is anything but nothing. */
const isWorthSaying = ({ value }: Metric): boolean =>
  typeof value === 'string' ? value !== '0' : Number(value.amount) !== 0;

function useMetrics(home: MarketplaceHome): Metric[] {
  const t = useText();
  const format = useFormat();
  const others = home.due.others.map((amount) => format.money(amount));
  return [
    {
      id: 'sales',
      label: t('home:metric.sales'),
      value: home.sales,
      note: t('home:metric.weekBefore', { amount: format.money(home.salesBefore) }),
    },
    { id: 'commission', label: t('home:metric.commission'), value: home.commission, note: t('home:metric.sevenDays') },
    {
      id: 'due',
      label: t('home:metric.due'),
      value: home.due.amount,
      note: [
        `${t('home:metric.dueVendors', { count: home.due.vendors })}, ${t('home:top.orders', { count: home.due.orders })}`,
        ...(others.length > 0 ? [t('home:metric.alsoDue', { amounts: others.join(', ') })] : []),
      ].join('. '),
    },
    {
      id: 'toShip',
      label: t('home:metric.toShip'),
      value: format.number(home.toShip),
      note: home.unpaid > 0 ? t('home:task.unpaid', { count: home.unpaid }) : t('home:metric.toShipNote'),
    },
  ];
}

/** Ranked: what failed, then money, then people who wait. */
function useTasks(home: MarketplaceHome): Task[] {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const { due, applications, requests, payoutIssues } = home;
  const newest = payoutIssues.newest;
  const tasks: (Task | false)[] = [
    newest !== null && {
      id: 'issues',
      icon: CashDollarIcon,
      tone: 'critical',
      title: t('home:task.troubles', { count: payoutIssues.count }),
      why: t('home:why.issue', {
        name: newest.vendor,
        amount: format.money(newest.amount),
        why: newest.reason === null ? t('money:detail.event.unknown') : t(`money:reason.${newest.reason}`),
      }),
      action: { label: t('home:act.see'), url: payoutIssuesUrl(payoutIssues) },
    },
    home.findings > 0 && {
      id: 'findings',
      icon: ReceiptDollarIcon,
      tone: 'warning',
      title: t('home:task.findings', { count: home.findings }),
      why: t('home:why.findings'),
      action: { label: t('home:act.see'), url: '/reconciliation' },
    },
    home.deadLetters > 0 && {
      id: 'deadLetters',
      icon: AlertDiamondIcon,
      tone: 'critical',
      title: t('home:task.deadLetters', { count: home.deadLetters }),
      why: t('home:why.deadLetters'),
      action: { label: t('home:act.see'), url: '/deliveries' },
    },
    home.exceptions > 0 && {
      id: 'exceptions',
      icon: AlertTriangleIcon,
      tone: 'warning',
      title: t('home:task.exceptions', { count: home.exceptions }),
      why: t('home:why.exceptions'),
      action: { label: t('home:act.see'), url: '/deliveries' },
    },
    home.payoutsToApprove > 0 && {
      id: 'payoutsToApprove',
      icon: CashDollarIcon,
      tone: 'warning',
      title: t('home:task.payoutsToApprove', { count: home.payoutsToApprove }),
      why: t('home:why.payoutsToApprove'),
      action: { label: t('home:act.review'), url: '/payouts/requests' },
    },
    due.vendors > 0 && {
      id: 'payouts',
      icon: CashDollarIcon,
      title: t('home:task.payoutsDue', { count: due.vendors }),
      why: due.oldestAt
        ? t('home:why.due', { amount: format.money(due.amount), when: when(due.oldestAt, 'day') })
        : format.money(due.amount),
      action: { label: t('home:act.pay'), url: '/payouts' },
    },
    applications.count > 0 && {
      id: 'applications',
      icon: ClipboardCheckIcon,
      title: t('home:task.applicationsPending', { count: applications.count }),
      why: applications.oldest
        ? t('home:why.application', { name: applications.oldest.vendor, when: when(applications.oldest.at, 'day') })
        : '',
      action: { label: t('home:act.read'), url: '/applications' },
    },
    home.productsToApprove > 0 && {
      id: 'products',
      icon: ProductIcon,
      title: t('home:task.productsToApprove', { count: home.productsToApprove }),
      why: t('home:why.products'),
      action: { label: t('home:act.review'), url: '/products' },
    },
    home.changesToReview > 0 && {
      id: 'changes',
      icon: ReplaceIcon,
      title: t('home:task.changesToReview', { count: home.changesToReview }),
      why: t('home:why.changes'),
      action: { label: t('home:act.review'), url: '/changes' },
    },
    requests.count > 0 && {
      id: 'privacy',
      icon: LockIcon,
      tone: 'warning',
      title: t('home:task.requests', { count: requests.count }),
      why: requests.dueAt ? t('home:why.requests', { when: when(requests.dueAt, 'day') }) : '',
      action: { label: t('home:act.handOver'), url: '/privacy' },
    },
  ];
  return tasks.filter((task) => task !== false);
}

function TopVendors({ home }: { home: MarketplaceHome }) {
  const t = useText();
  return (
    <SectionCard title={t('home:top.title')} aside={<Link url="/vendors">{t('home:top.all')}</Link>}>
      <ul className="souk-leaders">
        {home.top.map((row) => (
          <li key={`${row.id}-${row.total.currency}`}>
            <Avatar name={row.vendor} size="small" />
            <Text as="span" truncate>
              {row.vendor}
            </Text>
            <span className="souk-leaders-bar" aria-hidden="true">
              <span style={{ inlineSize: `${Math.max(row.share, 2)}%` }} />
            </span>
            <span className="souk-note">{t('home:top.orders', { count: row.orders })}</span>
            <Money value={row.total} bold />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

const BOOK_TONES = { good: 'success', open: 'attention', bad: 'critical' } as const;

/** The look at the books, visible when all is well too; not well while anything of them is to be reviewed. */
function Books({ home, ledger }: { home: MarketplaceHome; ledger: NonNullable<MarketplaceHome['ledger']> }) {
  const t = useText();
  const open = home.findings + home.exceptions + home.deadLetters;
  const state = !ledger.balanced ? 'bad' : open > 0 ? 'open' : 'good';
  return (
    <SectionCard
      title={t(`home:books.${state}`)}
      aside={<Badge tone={BOOK_TONES[state]}>{t(`home:books.badge.${state}`, { count: open })}</Badge>}
    >
      <p className="souk-note">
        {t('home:books.checked')} <When at={ledger.checkedAt} />
      </p>
      <Link url="/reconciliation">{t('home:books.see')}</Link>
    </SectionCard>
  );
}
