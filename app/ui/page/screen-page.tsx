import { TitleBar } from '@shopify/app-bridge-react';
import { Button, Page, Tooltip } from '@shopify/polaris';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useLocation, useNavigate } from '../router.ts';
import { rememberRecord } from '../search/recent-records.ts';
import { useLayout, useLayoutData, useLayoutPath } from '../shell/shell-context.tsx';
import { placeLabel, type PageKind } from '../shell/places.ts';
import { usePlaces } from '../shell/use-places.ts';
import { useIsWaiting } from './waiting-context.ts';
import { withListMemory } from './list-return.ts';
import { arrangeActions, type PageAction, type PageMenu } from './page-action.ts';
import { useParent } from './page-parent.ts';
import { PAGE_WIDTHS } from './page-widths.ts';
import { PlaceTabs } from './place-tabs.tsx';
import { SaveBar, type SaveBarState } from './save-bar.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { useSetupReturn } from './setup-return.ts';
import { pageTitle } from './title.ts';

export type ScreenPageProps = {
  title: string;
  /** The document's title, where it should say more than the heading ("Good morning" → "Home"). */
  documentTitle?: string;
  subtitle?: string;
  /** Badges beside the title. */
  badges?: ReactNode;
  /** The page above this one, where it is nearer than the place or the settings that the address says. */
  back?: { label: string; url: string };
  primaryAction?: PageAction | undefined;
  /** The first two are buttons, the others stand behind "More actions". */
  secondaryActions?: readonly PageAction[];
  /** Actions of a kind, each group behind one button; one alone stands by itself. */
  menus?: readonly PageMenu[];
  /** Neighbours in the list one came from; addresses of places. */
  neighbours?: { previous?: string | undefined; next?: string | undefined };
  saveBar?: SaveBarState;
  /** What the page is decides how wide it is: a form reads in one narrow column, a list beside its detail takes all. */
  kind?: PageKind;
  children: ReactNode;
};

/** The frame of every screen. It draws the header where the present layout wants it; screens never ask where they are. */
export function ScreenPage(props: ScreenPageProps) {
  const { store } = useLayoutData();
  const layout = useLayout();
  const documentTitle = pageTitle(store.name, props.documentTitle ?? props.title);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  const { pathname } = useLocation();
  useEffect(() => {
    if (layout !== 'login') rememberRecord(pathname.replace(/^\/[^/]+/, ''), props.documentTitle ?? props.title);
  }, [layout, pathname, props.documentTitle, props.title]);
  const isAdmin = layout === 'admin';
  return (
    <>
      {isAdmin ? <HostTitleBar {...props} /> : null}
      {props.saveBar ? <SaveBar state={props.saveBar} /> : null}
      <Page
        title={props.title}
        {...(props.subtitle ? { subtitle: props.subtitle } : {})}
        {...(props.badges ? { titleMetadata: <span className="souk-badges">{props.badges}</span> } : {})}
        {...usePageHeader(props, isAdmin)}
        {...PAGE_WIDTHS[props.kind ?? 'list']}
      >
        {layout === 'login' ? null : <PlaceTabs />}
        {layout === 'login' ? null : <SettingsTabs />}
        {props.children}
      </Page>
    </>
  );
}

function usePageHeader(props: ScreenPageProps, isAdmin: boolean) {
  const { primaryAction, neighbours } = props;
  const t = useText();
  const { buttons, menus } = arrangeActions(props, t('common:moreActions'));
  const { tabs, current, open } = usePlaces();
  const parent = useParent();
  // Another tab of the same entry stands above the page already.
  const isNeighbour =
    !current?.tabsInList && tabs.some((tab) => tab !== open && tab.path === props.back?.url.split('?')[0]);
  const back = useSetupReturn() ?? (isNeighbour ? undefined : (props.back ?? parent));
  const navigate = useNavigate();
  const path = useLayoutPath();
  const go = (place: string | undefined) => () => {
    if (place) navigate(path(place));
  };
  return {
    ...(back
      ? { backAction: { content: back.label, accessibilityLabel: back.label, url: withListMemory(back.url) } }
      : {}),
    ...(neighbours
      ? {
          pagination: {
            hasPrevious: neighbours.previous !== undefined,
            hasNext: neighbours.next !== undefined,
            onPrevious: go(neighbours.previous),
            onNext: go(neighbours.next),
            accessibilityLabel: t('common:neighbours.label'),
            accessibilityLabels: { previous: t('common:neighbours.previous'), next: t('common:neighbours.next') },
          },
        }
      : {}),
    ...(primaryAction && !isAdmin
      ? { primaryAction: { ...polarisAction(primaryAction), primary: !primaryAction.plain } }
      : {}),
    ...(isAdmin ? {} : secondaryPart(buttons, primaryAction !== undefined)),
    ...(menus.length > 0 && !isAdmin
      ? { actionGroups: menus.map(({ label, actions }) => ({ title: label, actions: actions.map(polarisAction) })) }
      : {}),
  };
}

/** An action that is the page's only one is a button at every width; where there are more, a phone gathers them behind a menu. */
function secondaryPart(actions: readonly PageAction[], hasPrimary: boolean) {
  const [sole] = actions;
  if (!sole) return {};
  return {
    secondaryActions: actions.length === 1 && !hasPrimary ? <SoleAction action={sole} /> : actions.map(polarisAction),
  };
}

function SoleAction({ action }: { action: PageAction }) {
  const button = (
    <Button
      {...(action.url ? { url: action.url } : {})}
      {...(action.onAction ? { onClick: action.onAction } : {})}
      external={action.external ?? false}
      disabled={action.disabled ?? false}
      loading={action.loading ?? false}
      {...(action.destructive ? { tone: 'critical' } : {})}
    >
      {action.label}
    </Button>
  );
  return action.disabledReason ? <Tooltip content={action.disabledReason}>{button}</Tooltip> : button;
}

function polarisAction(action: PageAction) {
  return {
    content: action.label,
    ...(action.url ? { url: action.url } : {}),
    ...(action.onAction ? { onAction: action.onAction } : {}),
    ...(action.external ? { external: true } : {}),
    ...(action.destructive ? { destructive: true } : {}),
    ...(action.disabled ? { disabled: true } : {}),
    ...(action.disabledReason ? { helpText: action.disabledReason } : {}),
    ...(action.loading ? { loading: true } : {}),
  };
}

/** The name of a group of the host's bar, an attribute that React knows of no section. */
const nameGroup = (label: string): object => ({ label });

/** The host's own bar: it carries the page's name and its buttons. */
function HostTitleBar(props: ScreenPageProps) {
  const { title, primaryAction } = props;
  const t = useText();
  const isWaiting = useIsWaiting();
  const { current } = usePlaces({ isAhead: true });
  const { buttons, menus } = arrangeActions(props, t('common:moreActions'));
  // The name and the buttons of a page that is left say nothing of the one that comes.
  if (isWaiting) return <TitleBar title={current ? placeLabel(t, current) : t('shell:loading')} />;
  return (
    <TitleBar title={title}>
      {primaryAction ? <HostButton action={primaryAction} isPrimary={!primaryAction.plain} /> : null}
      {buttons.map((action) => (
        <HostButton key={action.label} action={action} />
      ))}
      {menus.map(({ label, actions }) => (
        <section key={label} {...nameGroup(label)}>
          {actions.map((action) => (
            <HostButton key={action.label} action={action} />
          ))}
        </section>
      ))}
    </TitleBar>
  );
}

function HostButton({ action, isPrimary }: { action: PageAction; isPrimary?: boolean }) {
  const navigate = useNavigate();
  const path = useLayoutPath();
  const press = (): void => {
    action.onAction?.();
    if (!action.url) return;
    if (action.external) window.open(path(action.url), '_blank', 'noopener');
    else navigate(path(action.url));
  };
  return (
    <button
      type="button"
      onClick={press}
      disabled={action.disabled ?? false}
      {...(isPrimary ? { variant: 'primary' } : {})}
      {...(action.destructive ? { tone: 'critical' } : {})}
      {...(action.loading ? { loading: '' } : {})}
    >
      {action.label}
    </button>
  );
}
