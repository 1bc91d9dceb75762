import { Button, InlineStack } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import type { MediaItem } from '#app/core/media.ts';
import { useText } from '../i18n/use-text.ts';
import { FieldNotes } from './field-notes.tsx';
import { FileDrop, type FileDropProps } from './file-drop.tsx';
import { MediaPreview } from './media-preview.tsx';
import { UrlDialog } from './url-dialog.tsx';

export type MediaInputProps = {
  name: string;
  label: string;
  helpText?: ReactNode;
  error: string | undefined;
  disabled: boolean;
  items: readonly MediaItem[];
  onChange: (change: (now: readonly MediaItem[]) => readonly MediaItem[]) => void;
  /** How many it holds; 1 makes a new one take the place of the old. */
  most: number;
  upload: FileDropProps<MediaItem>['upload'];
  onRunning?: (count: number) => void;
};

/** Pictures and films: sent from the device or named by their addresses, shown, and taken away again. */
export function MediaInput(props: MediaInputProps) {
  const { name, label, items, onChange, most: max, error, disabled } = props;
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const add = (item: MediaItem): void => {
    onChange((now) => (max === 1 ? [item] : [...now, item].slice(0, max)));
  };
  return (
    <fieldset name={name} tabIndex={-1} className="souk-fieldset">
      <legend>{label}</legend>
      {items.length > 0 ? (
        <ul className="souk-media">
          {items.map((item, index) => (
            <li key={`${String(index)}-${item.src}`}>
              <MediaPreview item={item} name={t('common:upload.number', { number: index + 1 })} />
              <Button
                disabled={disabled}
                accessibilityLabel={`${t('common:upload.delete')}: ${t('common:upload.number', { number: index + 1 })}`}
                onClick={() => {
                  onChange((now) => now.filter((_one, at) => at !== index));
                }}
              >
                {t('common:upload.delete')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {items.length < max || max === 1 ? (
        <>
          <FileDrop
            label={label}
            labelHidden
            accept="image/*,video/*"
            multiple={max > 1}
            upload={props.upload}
            onUploaded={add}
            disabled={disabled}
            {...(props.onRunning ? { onRunning: props.onRunning } : {})}
          />
          <InlineStack>
            <Button
              disabled={disabled}
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('common:upload.fromUrl')}
            </Button>
          </InlineStack>
        </>
      ) : null}
      <FieldNotes error={error} helpText={props.helpText} />
      <UrlDialog
        isOpen={isAsking}
        onSave={add}
        onClose={() => {
          setAsking(false);
        }}
      />
    </fieldset>
  );
}
