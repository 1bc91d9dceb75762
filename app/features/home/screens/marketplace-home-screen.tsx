import { Badge, Link } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  CashDollarIcon,
  ClipboardCheckIcon,
  ReplaceIcon,
  LockIcon,
  ProductIcon,
  ReceiptDollarIcon,
} from '@shopify/polaris-icons';
import { Suspense } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';
import type { Task } from '#app/ui/components/task-row.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';
import { HomeFiguresCard } from '#app/features/dashboard/shared/home-figures.tsx';
import { SetupCard } from '#app/features/onboarding/shared/setup-card.tsx';
import { PlanWarnings } from '#app/features/app-plan/shared/plan-warnings.tsx';
import type { MarketplaceHome } from '../home.contract.ts';
import { BrandsCard } from './brands-card.tsx';
import { DaySentence } from './day-sentence.tsx';
import type { HomeExtras } from './home-extras.ts';
import { HomeScreen, WaitingCard } from './home-screen.tsx';
import { payoutIssuesUrl } from './payout-issues-url.ts';

/** There until the store has its first vendor, and not a part of what everybody loads. */
const SplitCard = lazyPart(async () => (await import('./split-card.tsx')).SplitCard);

export type MarketplaceHomeProps = HomeExtras & {
  name: string;
  home: MarketplaceHome;
  /** Whether a bell stands above every page; without one, home leads to the notifications. */
  hasBell: boolean;
};

/**
 * The day in a sentence, what the marketplace needs to do now by harm, money and age, and four figures. Each number is the one that
 * the page it leads to lists. Until the first steps are done they stand below, before the first sale above.
 */
export function MarketplaceHomeScreen({ name, home, hasBell, checklist, onSetup }: MarketplaceHomeProps) {
  const t = useText();
  const { store, now } = useShell();
  const when = useWhen();
  const steps = checklist.isShown ? (
    <SetupCard key="steps" title={t('onboarding:title.marketplace')} checklist={checklist} onDismiss={onSetup} />
  ) : null;
  const isBrowser = useIsBrowser();
  const tasks = useTasks(home);
  // On the first day the steps are what there is to do.
  const waiting =
    tasks.length > 0 || steps === null || home.hasOrders ? (
      <WaitingCard key="waiting" tasks={tasks} none={t('home:nothing')} />
    ) : null;
  const plan = home.planWarnings.length > 0 ? <PlanWarnings key="plan" warnings={home.planWarnings} hasLink /> : null;
  const figures = home.figures ? <HomeFiguresCard key="figures" figures={home.figures} isMarketplace /> : null;
  const books = home.ledger ? <Books key="books" findings={home.findings} ledger={home.ledger} /> : null;
  const brands = home.beginning ? <BrandsCard key="brands" beginning={home.beginning} /> : null;
  // Drawn by the browser alone: a part that the server began, and whose script is on its way, could not be taken over.
  const split =
    isBrowser && home.beginning?.sale ? (
      <Suspense key="split">
        <SplitCard sale={home.beginning.sale} />
      </Suspense>
    ) : null;
  const bell =
    home.noticesUnread > 0 ? t('shell:notifications.count', { count: home.noticesUnread }) : t('notices:all');
  return (
    <HomeScreen
      name={name}
      subtitle={`${store.name}, ${when(now, 'long')}`}
      sentence={<DaySentence home={home} />}
      secondaryActions={[
        ...(hasBell ? [] : [{ label: bell, url: '/notices' }]),
        ...(checklist.isDismissed ? [{ label: t('onboarding:show'), onAction: onSetup }] : []),
      ]}
      rows={[
        home.hasOrders
          ? { main: [plan, brands, waiting, figures, steps, books], side: [split] }
          : { main: [plan, brands, steps, waiting, books], side: [split] },
      ]}
    />
  );
}

/** Ranked: what failed, then money, then people who wait. */
function useTasks(home: MarketplaceHome): Task[] {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const { due, applications, requests, payoutIssues } = home;
  const newest = payoutIssues.newest;
  const dues = due.amounts.map((amount) => format.money(amount)).join(' + ');
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
    home.syncProblems > 0 && {
      id: 'syncProblems',
      icon: AlertDiamondIcon,
      tone: 'critical',
      title: t('home:task.syncProblems', { count: home.syncProblems }),
      why: t('home:why.syncProblems'),
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
    home.payoutsDue > 0 && {
      id: 'payouts',
      icon: CashDollarIcon,
      title: t('home:task.payoutsDue', { count: home.payoutsDue }),
      why: due.oldestAt ? t('home:why.due', { amount: dues, when: when(due.oldestAt, 'inText') }) : dues,
      action: { label: t('home:act.pay'), url: '/payouts' },
    },
    applications.count > 0 && {
      id: 'applications',
      icon: ClipboardCheckIcon,
      title: t('home:task.applicationsPending', { count: applications.count }),
      why: applications.oldest
        ? t('home:why.application', { name: applications.oldest.vendor, when: when(applications.oldest.at, 'inText') })
        : '',
      action: { label: t('home:act.read'), url: '/applications' },
    },
    home.productsToApprove > 0 && {
      id: 'products',
      icon: ProductIcon,
      title: t('home:task.productsToApprove', { count: home.productsToApprove }),
      why: t('home:why.products'),
      action: { label: t('home:act.review'), url: '/products?view=WAITING' },
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
      why: requests.dueAt ? t('home:why.requests', { when: when(requests.dueAt, 'inText') }) : '',
      action: { label: t('home:act.handOver'), url: '/privacy' },
    },
  ];
  return tasks.filter((task) => task !== false);
}

const BOOK_TONES = { good: 'success', open: 'attention', bad: 'critical' } as const;

/** Whether the books agree, in a line that is there when all is well too; open is only what Reconciliation lists. */
function Books({ findings, ledger }: { findings: number; ledger: NonNullable<MarketplaceHome['ledger']> }) {
  const t = useText();
  const state = !ledger.balanced ? 'bad' : findings > 0 ? 'open' : 'good';
  return (
    <p className="souk-books">
      <Badge tone={BOOK_TONES[state]}>{t(`home:books.badge.${state}`, { count: findings })}</Badge>
      <span>
        {t('home:books.checked')} <When at={ledger.checkedAt} />
      </span>
      <Link url="/reconciliation">{t('home:books.see')}</Link>
    </p>
  );
}
