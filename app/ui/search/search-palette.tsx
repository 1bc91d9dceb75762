import { Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { loadPart } from '../i18n/load-part.ts';
import { useText } from '../i18n/use-text.ts';
import type { LoadSettings } from './settings-entry.ts';
import { useSearchHint } from './use-search-hint.ts';

type Loaded = {
  Palette: (typeof import('./record-palette.tsx'))['RecordPalette'];
  listSettings: Awaited<ReturnType<LoadSettings>>['listSettingsEntries'] | undefined;
};

/** Search over everything that has a list, what can be begun, and a quick way to any place and setting. */
export function SearchPalette(props: { open: boolean; onClose: () => void; loadSettings?: LoadSettings | undefined }) {
  const { open, onClose, loadSettings } = props;
  const [loaded, setLoaded] = useState<Loaded>();
  // Fetched when somebody opens it for the first time, so that no page pays for it.
  const isWanted = open && loaded === undefined;
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void loadPart(() => Promise.all([import('./record-palette.tsx'), loadSettings?.()])).then(([palette, settings]) => {
      if (!isOver) setLoaded({ Palette: palette.RecordPalette, listSettings: settings?.listSettingsEntries });
    });
    return () => {
      isOver = true;
    };
  }, [isWanted, loadSettings]);
  return loaded ? <loaded.Palette open={open} onClose={onClose} listSettings={loaded.listSettings} /> : null;
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
