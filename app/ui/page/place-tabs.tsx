import { useText } from '../i18n/use-text.ts';
import { LayoutLink } from '../shell/layout-link.tsx';
import { countAt, placeLabel, type MenuEntry, type Place } from '../shell/places.ts';
import { useFormat, useShell } from '../shell/shell-context.tsx';
import { usePlaces } from '../shell/use-places.ts';

/** The places that stand under one entry of the menu, on each of their own pages; nothing where there is one alone. */
export function PlaceTabs() {
  const { tabs, current, open } = usePlaces();
  if (tabs.length === 0 || !current || current.tabsInList) return null;
  return <PlaceLinks entry={current} places={tabs} open={open} />;
}

/** The other places of an entry whose first page is a list, beside that list's tabs; nothing on their own pages. */
export function PlacesBesideList() {
  const { tabs, current, open } = usePlaces();
  if (!current?.tabsInList || open !== tabs[0]) return null;
  const others = tabs.slice(1);
  return others.length === 0 ? null : <PlaceLinks entry={current} places={others} open={open} />;
}

function PlaceLinks({ entry, places, open }: { entry: MenuEntry; places: readonly Place[]; open: Place | undefined }) {
  const t = useText();
  const format = useFormat();
  const { counts } = useShell();
  return (
    <nav className="souk-place-tabs" aria-label={t('shell:places.tabs', { entry: placeLabel(t, entry) })}>
      {places.map((place) => {
        const count = countAt([place], counts);
        return (
          <LayoutLink key={place.id} url={place.path} {...(place === open ? { 'aria-current': 'page' } : {})}>
            {placeLabel(t, place)}
            {count > 0 ? <span className="souk-count">{format.number(count)}</span> : null}
          </LayoutLink>
        );
      })}
    </nav>
  );
}
