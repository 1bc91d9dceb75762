import { Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useSearchHint } from './use-search-hint.ts';

/** Fetched when somebody opens it for the first time, so that no page pays for it. */
const RecordPalette = lazy(() => import('./record-palette.tsx').then((part) => ({ default: part.RecordPalette })));

/** Search over everything that has a list, what can be begun, and a quick way to any place. */
export function SearchPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wasOpened, setOpened] = useState(false);
  if (open && !wasOpened) setOpened(true);
  return wasOpened ? (
    <Suspense fallback={null}>
      <RecordPalette open={open} onClose={onClose} />
    </Suspense>
  ) : null;
}

/** The field floating over the canvas; it opens the search. */
export function SearchButton({ onOpen, compact }: { onOpen: () => void; compact?: boolean }) {
  const t = useText();
  const hint = useSearchHint();
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
      <span className="souk-one-line">{hint}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
