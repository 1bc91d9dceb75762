import { Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { foldForSearch } from '#app/core/text/folding.ts';
import { useText } from '../i18n/use-text.ts';
import { IconTile } from '../components/task-row.tsx';
import { useNavigate } from '../router.ts';
import { Palette, type PaletteOption } from './palette.tsx';
import { placeLabel } from './places.ts';
import { useLayoutPath } from './shell-context.tsx';
import { usePlaces } from './use-places.ts';

/** Search over everything that has a list, and a quick way to any place. */
export function SearchPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { places } = usePlaces();
  const options = (typed: string): PaletteOption[] => {
    const q = typed.trim();
    const searches = q === '' ? [] : places.filter((place) => place.searchable);
    const named = places.filter((place) => foldForSearch(placeLabel(t, place)).includes(foldForSearch(q)));
    return [
      ...searches.map((place) => ({
        id: `search-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.in', { q, place: placeLabel(t, place) }),
        choose: () => {
          navigate(`${path(place.path)}?q=${encodeURIComponent(q)}`);
        },
      })),
      ...named.map((place) => ({
        id: `go-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.goTo', { place: placeLabel(t, place) }),
        choose: () => {
          navigate(path(place.path));
        },
      })),
    ];
  };
  return (
    <Palette
      open={open}
      onClose={onClose}
      title={t('shell:search.label')}
      placeholder={t('shell:search.placeholder')}
      options={options}
      nothing={() => t('shell:search.hint')}
    />
  );
}

/** The field floating over the canvas; it opens the search. */
export function SearchButton({ onOpen, compact }: { onOpen: () => void; compact?: boolean }) {
  const t = useText();
  if (compact) {
    return (
      <button type="button" className="souk-round-button" onClick={onOpen} aria-label={t('shell:search.label')}>
        <Icon source={SearchIcon} />
      </button>
    );
  }
  return (
    <button type="button" className="souk-search" onClick={onOpen} aria-keyshortcuts="Control+K Meta+K">
      <Icon source={SearchIcon} />
      <span className="souk-one-line">{t('shell:search.placeholder')}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
