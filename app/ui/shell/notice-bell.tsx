import { Icon } from '@shopify/polaris';
import { NotificationIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { callPath } from '../session/api-client.ts';
import { LayoutLink } from './layout-link.tsx';
import { useFormat, useShell } from './shell-context.tsx';

const EVERY_MS = 60_000;
const MAX_COUNT = 99;

/** The bell of the portal: how many notices the viewer has not read, and the way to them. */
export function NoticeBell() {
  const t = useText();
  const format = useFormat();
  const count = useUnread();
  return (
    <LayoutLink url="/notices" className="souk-round-button souk-bell">
      <Icon source={NotificationIcon} />
      <span className="souk-hidden">{count > 0 ? t('notices:bell', { count }) : t('notices:title')}</span>
      {count > 0 ? (
        <em aria-hidden="true">{count > MAX_COUNT ? `${format.number(MAX_COUNT)}+` : format.number(count)}</em>
      ) : null}
    </LayoutLink>
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
