import { BlockStack, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { toEditorCodes, toEditorHtml, toTemplate } from './template-parts.ts';

type BodyProps = {
  isDocument: boolean;
  /** The template's source. */
  value: string;
  onChange: (source: string) => void;
  problem: string | undefined;
};

/**
 * The field of a template's body and what puts a code where its cursor stands: formatted, with codes as words and tables as blocks
 * that stay as they are, or as HTML, which a template that is more than that is always shown as.
 */
export function useTemplateBody(props: BodyProps): { field: ReactNode; insert: (code: string) => void } {
  const { value, onChange } = props;
  const t = useText();
  const [formatted, setFormatted] = useState(() => toEditorHtml(value));
  const inserter = useRef<((html: string) => void) | null>(null);
  const keepInserter = useCallback((next: ((html: string) => void) | null) => {
    inserter.current = next;
  }, []);
  const sourceId = useId();
  const [isRefused, setRefused] = useState(formatted === undefined);
  const insert = (code: string): void => {
    if (inserter.current) {
      inserter.current(toEditorCodes(code));
      return;
    }
    const field = document.getElementById(sourceId);
    const at = field instanceof HTMLTextAreaElement ? field.selectionStart : value.length;
    onChange(value.slice(0, at) + code + value.slice(at));
  };
  const showFormatted = (): void => {
    const next = toEditorHtml(value);
    setFormatted(next);
    setRefused(next === undefined);
  };
  const isHtml = formatted === undefined;
  const turn = (
    <InlineStack>
      <Button
        variant="plain"
        onClick={() => {
          if (isHtml) showFormatted();
          else setFormatted(undefined);
        }}
      >
        {t(isHtml ? 'mailSettings:editor.formatted' : 'mailSettings:editor.asHtml')}
      </Button>
    </InlineStack>
  );
  const field = isHtml ? (
    <SourceField {...props} id={sourceId} />
  ) : (
    <RichTextInput
      name="htmlBody"
      label={t('documents:editor.html')}
      helpText={t('mailSettings:editor.formattedHelp')}
      error={props.problem}
      disabled={false}
      value={formatted}
      onChange={(html) => {
        setFormatted(html);
        onChange(toTemplate(html));
      }}
      onBlur={() => undefined}
      isTemplate
      onInserter={keepInserter}
    />
  );
  return {
    insert,
    field: (
      <BlockStack gap="100">
        {field}
        {isRefused && isHtml ? (
          <Text as="p" tone="subdued">
            {t('mailSettings:editor.htmlOnly')}
          </Text>
        ) : null}
        {turn}
      </BlockStack>
    ),
  };
}

function SourceField({ isDocument, value, onChange, problem, id }: BodyProps & { id: string }) {
  const t = useText();
  return (
    <TextField
      label={t('documents:editor.html')}
      helpText={t(isDocument ? 'documents:editor.htmlHelp' : 'mailSettings:editor.htmlHelp', {
        output: isDocument ? '{{ params.number }}' : '{{ params.vendor_name }}',
        condition: '{% if %}',
        loop: '{% for %}',
      })}
      id={id}
      value={value}
      onChange={onChange}
      autoComplete="off"
      multiline={14}
      maxHeight="480px"
      monospaced
      error={problem ?? false}
    />
  );
}
