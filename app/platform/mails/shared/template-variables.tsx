import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';

const MAX_EXAMPLE = 120;

/** What a template may name, each with the value of the example. */
export function TemplateVariables({ variables }: { variables: readonly { name: string; example: unknown }[] }) {
  const t = useText();
  return (
    <>
      <Text as="h3" variant="headingXs">
        {t('documents:editor.variables')}
      </Text>
      <dl className="souk-template-names">
        {variables.map(({ name, example }) => (
          <div key={name}>
            <dt>
              <code>{`params.${name}`}</code>
            </dt>
            <dd>{exampleText(example)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function exampleText(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text;
}
