import { Icon } from '@shopify/polaris';
import { MenuHorizontalIcon } from '@shopify/polaris-icons';
import { useText } from '../i18n/use-text.ts';
import { StoreLogo } from '../components/mark.tsx';
import { LayoutLink } from './layout-link.tsx';
import { countAt, placeLabel, type Place } from './places.ts';
import { useFormat, useShell } from './shell-context.tsx';
import { UserMenu } from './user-menu.tsx';
import { usePlaces } from './use-places.ts';

const MAX_COUNT = 99;

/** The white rail over the full height: logo, places with counts, and who one is. On phones it slides in behind "More". */
export function Rail({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  const { logo } = useShell();
  const { menu: places, current } = usePlaces({ isAhead: true });
  const own = places.filter((place) => !place.adminOnly);
  const admin = places.filter((place) => place.adminOnly);
  return (
    <nav className="souk-rail" aria-label={t('shell:places.label')}>
      <LayoutLink url="/" className="souk-rail-logo" onClick={onLeave}>
        <StoreLogo logo={logo} />
        <span className="souk-hidden">{t('shell:logo')}</span>
      </LayoutLink>
      <ul>
        {own.map((place) => (
          <RailItem key={place.id} place={place} isCurrent={place === current} onLeave={onLeave} />
        ))}
      </ul>
      {admin.length > 0 ? (
        <ul className="souk-rail-more">
          {admin.map((place) => (
            <RailItem key={place.id} place={place} isCurrent={place === current} onLeave={onLeave} />
          ))}
        </ul>
      ) : null}
      <div className="souk-rail-foot">
        <UserMenu shape="card" />
      </div>
    </nav>
  );
}

function RailItem({ place, isCurrent, onLeave }: { place: Place; isCurrent: boolean; onLeave: () => void }) {
  const t = useText();
  const count = useCount(place);
  return (
    <li>
      <LayoutLink
        url={place.path}
        className="souk-rail-item"
        {...(isCurrent ? { 'aria-current': 'page' } : {})}
        onClick={onLeave}
      >
        <Icon source={place.icon} />
        <span className="souk-one-line">{placeLabel(t, place)}</span>
        {count ? <span className="souk-count">{count}</span> : null}
      </LayoutLink>
    </li>
  );
}

/** The bar at a phone's foot: four places and "More", which opens the rail. */
export function TabBar({ onMore }: { onMore: () => void }) {
  const t = useText();
  const { menu: places, current, unlisted } = usePlaces({ isAhead: true });
  const { counts } = useShell();
  const tabs = places.filter((place) => place.tab).slice(0, 4);
  const others = places.filter((place) => !tabs.includes(place));
  const hidden = countAt(
    others.flatMap((place) => unlisted(place)),
    counts,
  );
  return (
    <nav className="souk-tabbar" aria-label={t('shell:places.label')}>
      {tabs.map((place) => (
        <Tab key={place.id} place={place} isCurrent={place === current} />
      ))}
      <button type="button" onClick={onMore} {...(current && others.includes(current) ? { 'data-current': true } : {})}>
        <Icon source={MenuHorizontalIcon} />
        <span>{t('shell:places.more')}</span>
        {hidden > 0 ? <em>{limitCount(hidden)}</em> : null}
      </button>
    </nav>
  );
}

function Tab({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const t = useText();
  const count = useCount(place);
  return (
    <LayoutLink url={place.path} {...(isCurrent ? { 'aria-current': 'page' } : {})}>
      <Icon source={place.icon} />
      <span className="souk-one-line">{placeLabel(t, place)}</span>
      {count ? <em>{count}</em> : null}
    </LayoutLink>
  );
}

function useCount(place: Place): string | undefined {
  const { counts } = useShell();
  const format = useFormat();
  const { unlisted } = usePlaces();
  const count = countAt(unlisted(place), counts);
  return count === 0 ? undefined : count > MAX_COUNT ? limitCount(count) : format.number(count);
}

function limitCount(count: number): string {
  return count > MAX_COUNT ? `${String(MAX_COUNT)}+` : String(count);
}
