import {
  createContext,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { lazyPart } from '../i18n/load-part.ts';
import { invariant } from '#app/core/invariant.ts';
import { useNavigate } from '../router.ts';
import { useLayoutPath } from './shell-context.tsx';
import { usePlaces } from './use-places.ts';

/** The list of keys opens on a key. */
const HotkeysHelp = lazyPart(async () => (await import('./hotkeys-help.tsx')).HotkeysHelp);

/** A key of one letter, and what it does; in words it stands in `hotkeys-help.tsx`. */
type Hotkey = { key: string; press: () => void };
type Hotkeys = {
  /** Keys of one letter can be switched off (WCAG 2.1.4). */
  lettersOn: boolean;
  setLettersOn: (on: boolean) => void;
  showHelp: () => void;
};

const HotkeysContext = createContext<Hotkeys | undefined>(undefined);
const STORED = 'souk.letter-keys';
/** After G the second key must come within this time. */
const SEQUENCE_MS = 1500;

export function useHotkeys(): Hotkeys {
  const hotkeys = useContext(HotkeysContext);
  invariant(hotkeys, 'useHotkeys is called outside its provider');
  return hotkeys;
}

type HotkeysProviderProps = {
  onSearch?: (() => void) | undefined;
  onSwitch?: (() => void) | undefined;
  children: ReactNode;
};

export function HotkeysProvider({ onSearch, onSwitch, children }: HotkeysProviderProps) {
  const [lettersOn, setOn] = useStoredSwitch();
  const [helpOpen, setHelpOpen] = useState(false);
  const go = useGoKeys();
  const letters = useMemo<Hotkey[]>(
    () => [
      {
        key: 'j',
        press: () => {
          moveRow(1);
        },
      },
      {
        key: 'k',
        press: () => {
          moveRow(-1);
        },
      },
      { key: 'e', press: explainFirst },
      { key: 'x', press: selectRow },
      { key: 'a', press: approve },
      { key: 'f', press: focusFulfill },
      { key: 'n', press: openNextOrder },
      {
        key: '?',
        press: () => {
          setHelpOpen(true);
        },
      },
    ],
    [],
  );
  useKeyListener({ letters, go, lettersOn, onSearch, onSwitch });
  const value = useMemo<Hotkeys>(
    () => ({
      lettersOn,
      setLettersOn: setOn,
      showHelp: () => {
        setHelpOpen(true);
      },
    }),
    [lettersOn, setOn],
  );
  return (
    <HotkeysContext.Provider value={value}>
      {children}
      {helpOpen ? (
        <Suspense>
          <HotkeysHelp
            lettersOn={lettersOn}
            canSearch={onSearch !== undefined}
            canSwitch={onSwitch !== undefined}
            onClose={() => {
              setHelpOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </HotkeysContext.Provider>
  );
}

function useGoKeys(): Hotkey[] {
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { places } = usePlaces();
  return useMemo(
    () =>
      places.flatMap((place) =>
        place.goKey === undefined
          ? []
          : [
              {
                key: place.goKey,
                press: () => {
                  navigate(path(place.path));
                },
              },
            ],
      ),
    [places, navigate, path],
  );
}

function useKeyListener(keys: {
  letters: readonly Hotkey[];
  go: readonly Hotkey[];
  lettersOn: boolean;
  onSearch: (() => void) | undefined;
  onSwitch: (() => void) | undefined;
}): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let goUntil = 0;
    const listen = (event: KeyboardEvent): void => {
      const { letters, go, lettersOn, onSearch, onSwitch } = latest.current;
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const onChord = event.key.toLowerCase() === 'k' ? onSearch : event.key === '/' ? onSwitch : undefined;
      if (chord && onChord) {
        event.preventDefault();
        onChord();
        return;
      }
      if (!lettersOn || event.ctrlKey || event.metaKey || event.altKey || sleeps(event.target)) return;
      const key = event.key.toLowerCase();
      const found =
        event.timeStamp < goUntil ? go.find((one) => one.key === key) : letters.find((one) => one.key === key);
      goUntil = key === 'g' ? event.timeStamp + SEQUENCE_MS : 0;
      if (!found) return;
      event.preventDefault();
      found.press();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
}

/** Letters belong to fields, and to dialogs while one is open. */
function sleeps(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') !== null
  );
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.focus();
}

function explainFirst(): void {
  document.querySelector<HTMLElement>('[data-explain]')?.click();
}

/** Shipping cannot be taken back quietly: the key leads to the button, and Enter presses it. */
function focusFulfill(): void {
  document.querySelector<HTMLElement>('[data-fulfill] button')?.focus();
}

/** Ticks the row that holds the focus, or its phone shape. */
function selectRow(): void {
  const row = document.activeElement?.closest('tr, li');
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

/** What is read and decided on: approves it, and the next opens. */
function approve(): void {
  document.querySelector<HTMLElement>('[data-approve] button')?.click();
}

function openNextOrder(): void {
  document.querySelector<HTMLElement>('[data-next-order] button')?.click();
}

/** On or off, remembered in this browser where it lets us. */
function useStoredSwitch(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(true);
  useEffect(() => {
    try {
      // The server cannot know this browser's choice, so the first render must not either.
      // eslint-disable-next-line react-hooks/set-state-in-effect
      setOn(window.localStorage.getItem(STORED) !== 'off');
    } catch {
      // Storage is blocked in some frames; then the switch lasts as long as the page.
    }
  }, []);
  const set = useCallback((next: boolean) => {
    setOn(next);
    try {
      window.localStorage.setItem(STORED, next ? 'on' : 'off');
    } catch {
      // See above.
    }
  }, []);
  return [on, set];
}
