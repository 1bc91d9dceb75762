import { Button, InlineStack, Link, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { FileDrop, type FileDropProps } from './file-drop.tsx';
import { FieldNotes } from './field-notes.tsx';

type FileInputProps = {
  name: string;
  label: string;
  helpText?: ReactNode;
  error: string | undefined;
  disabled: boolean;
  /** Where the file lies; '' for none. */
  value: string;
  onChange: (location: string) => void;
  /** The address that opens the file for whoever looks at this page. */
  openUrl: (location: string) => string;
  upload: FileDropProps<string>['upload'];
  onRunning?: (count: number) => void;
};

const ACCEPTED = '.pdf,.doc,.docx,.xls,.xlsx,.csv,.txt,.zip,.jpg,.jpeg,.png,.webp,.gif,.heic,.mp4,.mov,.webm';

/** One file: an area to send it from, or a box that says it is there, opens it and takes it away again. */
export function FileInput(props: FileInputProps) {
  const { name, label, value, onChange, error, disabled } = props;
  const t = useText();
  return (
    <fieldset name={name} tabIndex={-1} className="souk-fieldset">
      <legend>{label}</legend>
      {value === '' ? (
        <FileDrop
          label={label}
          labelHidden
          accept={ACCEPTED}
          upload={props.upload}
          onUploaded={onChange}
          disabled={disabled}
          {...(props.onRunning ? { onRunning: props.onRunning } : {})}
        />
      ) : (
        <div className="souk-file-box">
          <Text as="p" fontWeight="medium">
            {t('common:upload.uploaded')}
          </Text>
          <InlineStack gap="300" blockAlign="center">
            <Link url={props.openUrl(value)} target="_blank">
              {t('common:upload.open')}
            </Link>
            <Button
              disabled={disabled}
              onClick={() => {
                onChange('');
              }}
            >
              {t('common:upload.reset')}
            </Button>
          </InlineStack>
        </div>
      )}
      <FieldNotes error={error} helpText={props.helpText} />
    </fieldset>
  );
}
