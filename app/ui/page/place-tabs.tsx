import { useText } from '../i18n/use-text.ts';
import { LayoutLink } from '../shell/layout-link.tsx';
import { countAt, placeLabel } from '../shell/places.ts';
import { useFormat, useShell } from '../shell/shell-context.tsx';
import { usePlaces } from '../shell/use-places.ts';

/** The places that stand under one entry of the menu, on each of their own pages; nothing where there is one alone. */
export function PlaceTabs() {
  const t = useText();
  const format = useFormat();
  const { counts } = useShell();
  const { tabs, current, open } = usePlaces();
  if (tabs.length === 0 || !current) return null;
  return (
    <nav className="souk-place-tabs" aria-label={t('shell:places.tabs', { entry: placeLabel(t, current) })}>
      {tabs.map((place) => {
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
