import { Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** What stands under a field: what is wrong as a warning line, and the description in a lighter grey. */
export function FieldNotes({ error, helpText }: { error: string | undefined; helpText?: ReactNode }) {
  return (
    <>
      {error ? (
        <Text as="p" tone="critical">
          <span role="alert">{error}</span>
        </Text>
      ) : null}
      {helpText ? (
        <Text as="p" tone="subdued">
          {helpText}
        </Text>
      ) : null}
    </>
  );
}
