import { BlockStack, Button, ChoiceList, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { foldForSearch } from '#app/core/text/folding.ts';
import { useText } from '../i18n/use-text.ts';
import type { ListFilter } from './list.ts';

/** From here on choices are found by typing. */
const MANY = 12;
const SHOWN = 30;

type FilterFieldProps = { filter: ListFilter; chosen: string; onChoose: (value: string) => void };

/** What opens under a filter's button: its choices, or a field where it has none to offer. */
export function FilterField({ filter, chosen, onChoose }: FilterFieldProps) {
  if (filter.choices.length === 0) return <TypedFilter filter={filter} chosen={chosen} onChoose={onChoose} />;
  if (filter.choices.length > MANY) return <ManyChoices filter={filter} chosen={chosen} onChoose={onChoose} />;
  return <Choices filter={filter} chosen={chosen} onChoose={onChoose} />;
}

function Choices({ filter, chosen, onChoose }: FilterFieldProps) {
  return (
    <ChoiceList
      title={filter.label}
      titleHidden
      choices={filter.choices.map((choice) => ({ ...choice }))}
      selected={[chosen]}
      onChange={([value]) => {
        onChoose(value ?? '');
      }}
    />
  );
}

function ManyChoices({ filter, chosen, onChoose }: FilterFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const word = foldForSearch(typed.trim());
  const found = filter.choices.filter(
    (choice) => choice.value === chosen || foldForSearch(choice.label).includes(word),
  );
  return (
    <BlockStack gap="200">
      <TextField
        label={t('common:list.searchFilter', { things: filter.label })}
        labelHidden
        placeholder={t('common:list.searchFilter', { things: filter.label })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      <Choices filter={{ ...filter, choices: found.slice(0, SHOWN) }} chosen={chosen} onChoose={onChoose} />
    </BlockStack>
  );
}

function TypedFilter({ filter, chosen, onChoose }: FilterFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState(chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(typed.trim());
      }}
    >
      <TextField
        label={filter.label}
        labelHidden
        value={typed}
        onChange={setTyped}
        maxLength={255}
        autoComplete="off"
        connectedRight={<Button submit>{t('common:list.apply')}</Button>}
      />
    </form>
  );
}
