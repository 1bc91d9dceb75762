import { trimSign } from '#app/core/text/markup.ts';
import type { FieldDefinition } from '#app/features/vendor-profiles/application-form/field-definition.ts';

/** A key for a new field, made of its name once and kept for ever: answers are stored by it. */
export function keyFor(name: string, taken: ReadonlySet<string>): string {
  const base =
    trimSign(
      name
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_'),
      '_',
    ).slice(0, 50) || 'field';
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}

/** A list with one entry at another place. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_one, index) => index !== from);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** Choices as somebody types them, one a line. */
export const toChoices = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A field as the editor holds it: `isNew` until it was saved, because only then its key may still follow its name. */
export type EditedField = FieldDefinition & { isNew: boolean; choices: string };

export const toEdited = (field: FieldDefinition): EditedField => ({
  ...field,
  isNew: false,
  choices: field.options.join('\n'),
});

const LINKED: readonly string[] = ['terms', 'video'];
const CHOOSING: readonly string[] = ['select', 'checkbox'];
export const needsLink = (type: string): boolean => LINKED.includes(type);
export const needsChoices = (type: string): boolean => CHOOSING.includes(type);

/** What is sent: keys for new fields, and nothing that the type does not use. */
export function toSaved(fields: readonly EditedField[]): FieldDefinition[] {
  const taken = new Set(fields.filter((field) => !field.isNew).map((field) => field.key));
  return fields.map(({ isNew, choices, ...field }) => {
    const key = isNew ? keyFor(field.name, taken) : field.key;
    taken.add(key);
    return {
      ...field,
      key,
      options: needsChoices(field.type) ? toChoices(choices) : [],
      link: needsLink(field.type) ? field.link.trim() : '',
    };
  });
}
