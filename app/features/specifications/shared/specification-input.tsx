import { Text } from '@shopify/polaris';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { SpecificationInputProps } from './draw-field.ts';

/** Fields of every type weigh as much as the rest of an editor: they load with the first specification that is shown. */
const SpecificationField = lazy(() =>
  import('./specification-field.tsx').then((part) => ({ default: part.SpecificationField })),
);

const nothingChanges = () => () => undefined;
const isHere = () => true;
const isAway = () => false;

/** The field of one specification, by its type. Until its script is here its name and its room stand on the page. */
export function SpecificationInput(props: SpecificationInputProps) {
  // From the server comes the room alone: a field whose script is on its way cannot be taken over, and would be drawn twice.
  const isBrowser = useSyncExternalStore(nothingChanges, isHere, isAway);
  const { name, required } = props.specification;
  const placeholder = <FieldPlaceholder name={name} required={required} />;
  return isBrowser ? (
    <Suspense fallback={placeholder}>
      <SpecificationField {...props} />
    </Suspense>
  ) : (
    placeholder
  );
}

function FieldPlaceholder({ name, required }: { name: string; required: boolean }) {
  const t = useText();
  return (
    <div className="specification-room" aria-busy="true">
      <Text as="span">{required ? name : t('common:optionalLabel', { label: name })}</Text>
      <span />
    </div>
  );
}
