import { InlineError } from '@shopify/polaris';

/** What was refused, told under the form and read out as it appears. */
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div role="alert">
      <InlineError message={text} fieldID="form" />
    </div>
  );
}
