import { Icon, Popover } from '@shopify/polaris';
import { NotificationIcon } from '@shopify/polaris-icons';
import { Suspense, useEffect, useState, type ComponentType, type MouseEvent } from 'react';
import { MINUTE_MS } from '#app/core/durations.ts';
import { useText } from '../i18n/use-text.ts';
import { useIsPhone } from '../page/use-is-phone.ts';
import { useLocation } from '../router.ts';
import { callPath } from '../session/api-client.ts';
import { LayoutLink } from './layout-link.tsx';
import { useFormat, useShell } from './shell-context.tsx';

const EVERY_MS = MINUTE_MS;
const MAX_COUNT = 99;

/**
 * The bell of the portal: how many notices the viewer has not read, and the way to them. A plain click on a wide screen opens the
 * newest beside it (`menu`, loaded then); on phones, for another window and without script it is a link to all of them.
 */
export function NoticeBell({ menu: Menu }: { menu?: ComponentType | undefined }) {
  const t = useText();
  const format = useFormat();
  const count = useUnread();
  const isPhone = useIsPhone();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Whatever was opened from it, or otherwise, closes it.
  const isOpen = openAt === key;
  const open = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!Menu || isPhone !== false || !isPlain) return;
    event.preventDefault();
    setOpenAt(isOpen ? undefined : key);
  };
  const bell = (
    <LayoutLink
      url="/notices"
      className="souk-round-button souk-bell"
      // Of its own, because an opened popover would be read as a part of its name.
      aria-label={count > 0 ? t('shell:notifications.count', { count }) : t('shell:notifications.title')}
      onClick={open}
    >
      <Icon source={NotificationIcon} />
      {count > 0 ? (
        <em aria-hidden="true">{count > MAX_COUNT ? `${format.number(MAX_COUNT)}+` : format.number(count)}</em>
      ) : null}
    </LayoutLink>
  );
  if (!Menu) return bell;
  return (
    <Popover
      active={isOpen}
      activator={bell}
      preferredAlignment="right"
      autofocusTarget="container"
      ariaHaspopup="dialog"
      onClose={() => {
        setOpenAt(undefined);
      }}
    >
      {isOpen ? (
        <Suspense fallback={<p className="souk-notices-more">{t('shell:loading')}</p>}>
          <Menu />
        </Suspense>
      ) : null}
    </Popover>
  );
}

/** The count of the shell's data, asked again each minute and when the window comes to the front. */
function useUnread(): number {
  const { counts, now } = useShell();
  const [seen, setSeen] = useState<{ of: string; count: number } | undefined>(undefined);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      // A count that cannot be had stays as it was: it is asked again soon.
      void readUnread().then((count) => {
        setSeen({ of: now, count });
      }, ignore);
    };
    const timer = setInterval(ask, EVERY_MS);
    window.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
    };
  }, [now]);
  // Newer data of the shell stand over what was asked for before them.
  return seen?.of === now ? seen.count : (counts.noticesUnread ?? 0);
}

async function readUnread(): Promise<number> {
  const answer = await callPath('GET', '/api/notices/unread');
  return ((await answer.json()) as { unread: number }).unread;
}

const ignore = (): undefined => undefined;
