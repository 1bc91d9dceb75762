import { Icon } from '@shopify/polaris';
import { MenuHorizontalIcon } from '@shopify/polaris-icons';
import { useText } from '../i18n/use-text.ts';
import { StoreLogo } from '../components/mark.tsx';
import { LayoutLink } from './layout-link.tsx';
import { countAt, entryPath, listTabs, placeLabel, type MenuEntry } from './places.ts';
import { useFormat, useShell } from './shell-context.tsx';
import { UserMenu } from './user-menu.tsx';
import { usePlaces } from './use-places.ts';

const MAX_COUNT = 99;

/** The white rail over the full height: logo, menu with counts, and who one is. On phones it slides in behind "More". */
export function Rail({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  const { logo } = useShell();
  const { menu, current } = usePlaces({ isAhead: true });
  return (
    <nav className="souk-rail" aria-label={t('shell:places.label')}>
      <LayoutLink url="/" className="souk-rail-logo" onClick={onLeave}>
        <StoreLogo logo={logo} />
        <span className="souk-hidden">{t('shell:logo')}</span>
      </LayoutLink>
      <ul>
        {menu.map((entry) => (
          <RailItem key={entry.id} entry={entry} isCurrent={entry === current} onLeave={onLeave} />
        ))}
      </ul>
      <div className="souk-rail-foot">
        <UserMenu shape="card" />
      </div>
    </nav>
  );
}

function RailItem({ entry, isCurrent, onLeave }: { entry: MenuEntry; isCurrent: boolean; onLeave: () => void }) {
  const t = useText();
  const count = useCount(entry);
  return (
    <li>
      <LayoutLink
        url={entryPath(entry)}
        className="souk-rail-item"
        {...(isCurrent ? { 'aria-current': 'page' } : {})}
        onClick={onLeave}
      >
        <Icon source={entry.icon} />
        <span className="souk-one-line">{placeLabel(t, entry)}</span>
        {count ? <span className="souk-count">{count}</span> : null}
      </LayoutLink>
    </li>
  );
}

/** The bar at a phone's foot: four places and "More", which opens the rail. */
export function TabBar({ onMore }: { onMore: () => void }) {
  const t = useText();
  const { menu, current } = usePlaces({ isAhead: true });
  const { counts } = useShell();
  const tabs = menu.filter((entry) => entry.onPhone).slice(0, 4);
  const others = menu.filter((entry) => !tabs.includes(entry));
  const hidden = countAt(others.flatMap(listTabs), counts);
  return (
    <nav className="souk-tabbar" aria-label={t('shell:places.label')}>
      {tabs.map((entry) => (
        <Tab key={entry.id} entry={entry} isCurrent={entry === current} />
      ))}
      <button type="button" onClick={onMore} {...(current && others.includes(current) ? { 'data-current': true } : {})}>
        <Icon source={MenuHorizontalIcon} />
        <span>{t('shell:places.more')}</span>
        {hidden > 0 ? <em>{limitCount(hidden)}</em> : null}
      </button>
    </nav>
  );
}

function Tab({ entry, isCurrent }: { entry: MenuEntry; isCurrent: boolean }) {
  const t = useText();
  const count = useCount(entry);
  return (
    <LayoutLink url={entryPath(entry)} {...(isCurrent ? { 'aria-current': 'page' } : {})}>
      <Icon source={entry.icon} />
      <span className="souk-one-line">{placeLabel(t, entry)}</span>
      {count ? <em>{count}</em> : null}
    </LayoutLink>
  );
}

function useCount(entry: MenuEntry): string | undefined {
  const { counts } = useShell();
  const format = useFormat();
  const count = countAt(listTabs(entry), counts);
  return count === 0 ? undefined : count > MAX_COUNT ? limitCount(count) : format.number(count);
}

function limitCount(count: number): string {
  return count > MAX_COUNT ? `${String(MAX_COUNT)}+` : String(count);
}
