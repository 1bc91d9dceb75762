import { Button, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { describeExample, writeVariable, type TemplateVariable } from './template-source.ts';

type Props = { variables: readonly TemplateVariable[]; onInsert: (text: string) => void };

/** What a template may name, each with what it reads in the example and a button that puts it where the cursor stood. */
export function TemplateVariables({ variables, onInsert }: Props) {
  const t = useText();
  return (
    <>
      <Text as="h3" variant="headingXs">
        {t('documents:editor.variables')}
      </Text>
      <ul className="souk-template-names" aria-label={t('documents:editor.variables')}>
        {variables.map((variable) => {
          const { text, names } = describeExample(variable.example);
          return (
            <li key={variable.name}>
              <span>
                <code>{variable.name}</code>
                <span className="souk-note">
                  {names === undefined ? text : t('documents:editor.listOf', { names: names.join(', ') })}
                </span>
              </span>
              <Button
                size="slim"
                accessibilityLabel={t('documents:editor.insertOf', { name: variable.name })}
                onClick={() => {
                  onInsert(writeVariable(variable));
                }}
              >
                {t('documents:editor.insert')}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
