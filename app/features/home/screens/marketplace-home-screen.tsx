import { Badge, Button, Icon, Link, ProgressBar, Text } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  AlertTriangleIcon,
  CashDollarIcon,
  CheckCircleIcon,
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
import type { MarketplaceHome, SetupStep } from '../home.ts';
import { HomeScreen } from './home-screen.tsx';
import { ThemeCard } from './theme-card.tsx';
import { payoutIssuesUrl } from './payout-issues-url.ts';

export type MarketplaceHomeProps = {
  name: string;
  home: MarketplaceHome;
  dashboard: DashboardDto | undefined;
  onDismiss: () => void;
};

/**
 * What the marketplace needs to do now, by money and age, beside the state of the books. Sales of the week and the vendors that sold
 * most stand here while the dashboard, which says both for any days, is off.
 */
export function MarketplaceHomeScreen({ name, home, dashboard, onDismiss }: MarketplaceHomeProps) {
  const { store, now } = useShell();
  const when = useWhen();
  return (
    <HomeScreen
      name={name}
      subtitle={`${store.name}, ${when(now, 'long')}`}
      metrics={useMetrics(home).filter(({ id }) => !dashboard || !['sales', 'commission'].includes(id))}
      tasks={useTasks(home)}
      below={dashboard ? <DashboardCard dashboard={dashboard} /> : undefined}
      work={!dashboard && home.top.length > 0 ? <TopVendors home={home} /> : undefined}
      side={
        <>
          {home.setup ? <SetupGuide steps={home.setup} onDismiss={onDismiss} /> : null}
          {home.ledger ? <Books ledger={home.ledger} /> : null}
          <ThemeCard blocks={home.blocks} />
        </>
      }
    />
  );
}

function useMetrics(home: MarketplaceHome): Metric[] {
  const t = useText();
  const format = useFormat();
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
      note: t('home:metric.dueNote', { vendors: home.due.vendors, orders: home.due.orders }),
    },
    {
      id: 'toShip',
      label: t('home:metric.toShip'),
      value: format.number(home.toShip),
      note: t('home:metric.toShipNote'),
    },
  ];
}

/** Ranked: money first, then people who wait, then what failed. */
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
      why: t('home:why.trouble', {
        name: newest.vendor,
        amount: format.money(newest.amount),
        why: newest.reason === null ? t('money:detail.event.unknown') : t(`money:reason.${newest.reason}`),
      }),
      action: { label: t('home:act.see'), url: payoutIssuesUrl(payoutIssues) },
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
    home.payoutsToApprove > 0 && {
      id: 'payoutsToApprove',
      icon: CashDollarIcon,
      tone: 'warning',
      title: t('home:task.payoutsToApprove', { count: home.payoutsToApprove }),
      why: t('home:why.payoutsToApprove'),
      action: { label: t('home:act.review'), url: '/payouts/requests' },
    },
    home.findings > 0 && {
      id: 'findings',
      icon: ReceiptDollarIcon,
      tone: 'warning',
      title: t('home:task.findings', { count: home.findings }),
      why: t('home:why.findings'),
      action: { label: t('home:act.see'), url: '/reconciliation' },
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

const STEP_PLACES: Record<SetupStep, string> = {
  commission: '/commissions',
  vendor: '/vendors',
  product: '/products',
  order: '/orders',
  payout: '/payouts',
};

/** Opens on the next step only; what is done is ticked by what exists. */
function SetupGuide({ steps, onDismiss }: { steps: NonNullable<MarketplaceHome['setup']>; onDismiss: () => void }) {
  const t = useText();
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done);
  return (
    <SectionCard
      title={t('home:setup.title')}
      aside={
        <Button variant="plain" onClick={onDismiss}>
          {t('home:setup.dismiss')}
        </Button>
      }
    >
      <ProgressBar progress={(done / steps.length) * 100} size="small" ariaLabelledBy="souk-setup" />
      <p id="souk-setup" className="souk-note">
        {t('home:setup.progress', { done, all: steps.length })}
      </p>
      {next ? (
        <div className="souk-setup-next">
          <Text as="h3" variant="headingSm">
            {t(`home:setup.step.${next.step}`)}
          </Text>
          <p className="souk-note">{t(`home:setup.why.${next.step}`)}</p>
          <Button url={STEP_PLACES[next.step]}>{t(`home:setup.act.${next.step}`)}</Button>
        </div>
      ) : null}
      <ul className="souk-setup">
        {steps
          .filter((one) => one.done)
          .map((one) => (
            <li key={one.step}>
              <Icon source={CheckCircleIcon} accessibilityLabel={t('home:setup.done')} />
              <span>{t(`home:setup.step.${one.step}`)}</span>
            </li>
          ))}
      </ul>
    </SectionCard>
  );
}

/** The look at the books, visible when all is well too. */
function Books({ ledger }: { ledger: NonNullable<MarketplaceHome['ledger']> }) {
  const t = useText();
  return (
    <SectionCard
      title={ledger.balanced ? t('home:books.good') : t('home:books.bad')}
      aside={
        <Badge tone={ledger.balanced ? 'success' : 'critical'}>
          {ledger.balanced ? t('home:books.agree') : t('home:books.differ')}
        </Badge>
      }
    >
      <p className="souk-note">
        {t('home:books.checked')} <When at={ledger.checkedAt} />
      </p>
      <Link url="/reconciliation">{t('home:books.see')}</Link>
    </SectionCard>
  );
}
