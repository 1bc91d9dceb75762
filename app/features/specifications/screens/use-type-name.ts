import { useText } from '#app/ui/i18n/use-text.ts';
import { isFillable, type FillableType } from '../specification.ts';

type Slug<Type extends string> = Type extends `list.${infer One}` ? `list__${One}` : Type;

/** What the types are called; one that the program does not know has the platform's own name. */
export function useTypeName(): (type: string) => string {
  const t = useText();
  return (type) =>
    isFillable(type) ? t(`specifications:types.${type.replace('list.', 'list__') as Slug<FillableType>}`) : type;
}
