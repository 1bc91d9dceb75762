import { Modal } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { placeLabel } from './places.ts';
import { usePlaces } from './use-places.ts';

/** The keys of one letter, by what each does. */
const LETTERS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['E', 'explain'],
  ['X', 'select'],
  ['A', 'approve'],
  ['F', 'fulfill'],
  ['N', 'nextOrder'],
  ['?', 'help'],
] as const;

type HotkeysHelpProps = { lettersOn: boolean; canSearch: boolean; canSwitch: boolean; onClose: () => void };

/** Which keys do what. */
export function HotkeysHelp({ lettersOn, canSearch, canSwitch, onClose }: HotkeysHelpProps) {
  const t = useText();
  const { places } = usePlaces();
  const chords = [
    ...(canSearch ? [{ keys: ['Ctrl', 'K'], label: t('hotkeys:search') }] : []),
    ...(canSwitch ? [{ keys: ['Ctrl', '/'], label: t('hotkeys:switch') }] : []),
    { keys: ['Ctrl', 'S'], label: t('hotkeys:save') },
    ...places.flatMap((place) =>
      place.goKey === undefined
        ? []
        : [{ keys: ['G', place.goKey.toUpperCase()], label: t('hotkeys:go', { place: placeLabel(t, place) }) }],
    ),
    ...LETTERS.map(([key, name]) => ({ keys: [key], label: t(`hotkeys:${name}`) })),
  ];
  return (
    <Modal open title={t('hotkeys:title')} onClose={onClose}>
      <Modal.Section>
        {lettersOn ? null : <p className="souk-note">{t('hotkeys:off')}</p>}
        <dl className="souk-keys">
          {chords.map((chord) => (
            <div key={chord.keys.join(' ')}>
              <dt>{chord.label}</dt>
              <dd>
                {chord.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Modal.Section>
    </Modal>
  );
}
