import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { Suspense, useState } from 'react';
import { FieldNotes } from '#app/ui/forms/field-notes.tsx';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Picture } from '#app/ui/components/picture.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import type { readChosenEndpoint, ChosenDto, EntryDto } from '../entries.contract.ts';
import { entriesIn } from '../entry-value.ts';
import type { Ticked } from '../linked-option.ts';
import type { Specification } from '../specification.ts';
import { ofChosen } from '../value-forms.ts';
import { useLabel, type Shared } from './compound-inputs.tsx';
import type { DrawField } from './draw-field.ts';

/** Loaded when entries are chosen. */
const EntryPicker = lazyPart(async () => (await import('./entry-picker.tsx')).EntryPicker);

type EntriesProps = {
  shared: Shared;
  specification: Specification;
  drawField: DrawField;
  /** Hears which entries are ticked, and what they are called, for specifications that make variants. */
  onTicked?: ((ticked: Ticked) => void) | undefined;
};

/** Entries of the store: one, or several of a list, chosen from a list that is searched. */
export function EntriesInput({ shared, specification, drawField, onTicked }: EntriesProps) {
  const t = useText();
  const label = useLabel(shared);
  const [isOpen, setOpen] = useState(false);
  const isList = specification.type.startsWith('list.');
  const ids = entriesIn(specification.type, String(shared.value));
  const { entries, remember } = useEntries(specification, ids);
  // Values of an option need their names: nothing is ticked before they are known.
  const isReady = onTicked === undefined || ids.every((id) => entries.has(id));
  const change = (next: readonly string[], added?: EntryDto): void => {
    if (added) remember(added);
    shared.onChange(isList ? ofChosen(next) : (next[0] ?? ''));
    const nameOf = (id: string): string => (added?.id === id ? added.name : (entries.get(id)?.name ?? ''));
    const named = (some: readonly string[]) => some.map((id) => ({ id, name: nameOf(id) }));
    onTicked?.({ before: named(ids), after: named(next) });
  };
  const remove = (id: string): void => {
    change(ids.filter((one) => one !== id));
  };
  return (
    <fieldset name={shared.name} tabIndex={-1} className="souk-fieldset">
      <legend>{label}</legend>
      {ids.length > 0 ? (
        <ul className="specification-entries">
          {ids.map((id) => (
            <Chosen
              key={id}
              entry={entries.get(id)}
              disabled={shared.disabled || !isReady}
              onRemove={() => {
                remove(id);
              }}
            />
          ))}
        </ul>
      ) : null}
      <span>
        <Button
          disabled={shared.disabled || !isReady}
          accessibilityLabel={`${t(chooseKey(isList, ids.length))}: ${shared.label}`}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t(chooseKey(isList, ids.length))}
        </Button>
      </span>
      {specification.entries?.variants ? (
        <Text as="p" tone="subdued">
          {t('specifications:entries.variants', { name: specification.name })}
        </Text>
      ) : null}
      <FieldNotes error={shared.error} helpText={shared.helpText} />
      {isOpen ? (
        <Suspense>
          <EntryPicker
            specification={specification}
            chosen={ids}
            drawField={drawField}
            onChoose={(entry) => {
              if (!isList) change([entry.id], entry);
              else if (ids.includes(entry.id)) remove(entry.id);
              else change([...ids, entry.id], entry);
              if (!isList) setOpen(false);
            }}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </fieldset>
  );
}

const chooseKey = (isList: boolean, count: number) =>
  isList
    ? ('specifications:entries.chooseMany' as const)
    : count > 0
      ? ('specifications:entries.change' as const)
      : ('specifications:entries.choose' as const);

/** What is known of chosen entries: what the server says of them, and before that what the list said that they were chosen from. */
function useEntries(specification: Specification, ids: readonly string[]) {
  const { owner, namespace, key } = specification;
  const [learned, setLearned] = useState<ReadonlyMap<string, ChosenDto>>(new Map());
  const requested = [...ids].sort().map((id) => id.split('/').at(-1) ?? '');
  const found = useData(requested.length === 0 ? null : ['entries', owner, namespace, key, ...requested], () =>
    callApi<typeof readChosenEndpoint>('GET', '/products/metafields/entries/chosen', {
      query: { owner, namespace, key, ids: requested.join(',') },
    }),
  );
  const entries = new Map([...learned, ...(found.data?.entries ?? []).map((entry) => [entry.id, entry] as const)]);
  const remember = (entry: EntryDto): void => {
    setLearned((now) => new Map([...now, [entry.id, { ...entry, state: 'active' }]]));
  };
  return { entries, remember };
}

type ChosenProps = { entry: ChosenDto | undefined; disabled: boolean; onRemove: () => void };

function Chosen({ entry, disabled, onRemove }: ChosenProps) {
  const t = useText();
  const name = entry?.name || (entry === undefined ? '…' : t('specifications:entries.unknown'));
  return (
    <li>
      <Picture src={entry?.image ?? undefined} />
      <InlineStack gap="200" blockAlign="center">
        <Text as="span" fontWeight="medium">
          {name}
        </Text>
        {entry === undefined || entry.state === 'active' ? null : (
          <Badge tone="warning">{t(`specifications:entries.${entry.state}`)}</Badge>
        )}
      </InlineStack>
      <Button
        variant="plain"
        disabled={disabled}
        accessibilityLabel={`${t('common:upload.delete')}: ${name}`}
        onClick={onRemove}
      >
        {t('common:upload.delete')}
      </Button>
    </li>
  );
}
