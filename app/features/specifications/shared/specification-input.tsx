import { Text } from '@shopify/polaris';
import { Suspense } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';
import type { SpecificationInputProps } from './draw-field.ts';

/** Fields of every type weigh as much as the rest of an editor: they load with the first specification that is shown. */
const SpecificationField = lazyPart(async () => (await import('./specification-field.tsx')).SpecificationField);

/** The field of one specification, by its type. Until its script is here its name and its room stand on the page. */
export function SpecificationInput(props: SpecificationInputProps) {
  // From the server comes the room alone: a field whose script is on its way cannot be taken over, and would be drawn twice.
  const isBrowser = useIsBrowser();
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
