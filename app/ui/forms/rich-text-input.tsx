import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n/use-text.ts';
import { FieldNotes } from './field-notes.tsx';
import type { RichTextEditor, RichTextInputProps } from './rich-text-editor.tsx';
import { RichTextPreview } from './rich-text-preview.tsx';

/** The editor is larger than all else of a form: it is loaded when somebody is about to write. */
const loadEditor = async () => (await import('./rich-text-editor.tsx')).RichTextEditor;

/** Formatted text, shown as it will read; with the focus it becomes an editor with a toolbar. */
export function RichTextInput(props: RichTextInputProps) {
  const { label, name, value, disabled, error, helpText } = props;
  const labelId = useId();
  const t = useText();
  const [Editor, setEditor] = useState<typeof RichTextEditor>();
  const [isReady, setReady] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const typed = useRef('');
  const open = (): void => {
    loadEditor().then(
      (loaded) => {
        setEditor(() => loaded);
      },
      () => {
        setMissing(true);
      },
    );
  };
  const preview = (
    <div className={error ? 'souk-rich souk-rich-wrong' : 'souk-rich'}>
      <div
        role="textbox"
        tabIndex={disabled ? -1 : 0}
        aria-multiline="true"
        aria-labelledby={labelId}
        aria-disabled={disabled}
        // Where a refusal leads, as to every other field, until the editor has the name.
        {...(Editor ? {} : { name })}
        className="souk-rich-text souk-rich-preview"
        onFocus={disabled ? undefined : open}
        onKeyDown={(event) => {
          typed.current += toText(event);
        }}
      >
        <RichTextPreview html={value} />
      </div>
    </div>
  );
  return (
    <div className="souk-fieldset">
      <span id={labelId} className="souk-rich-label">
        {label}
      </span>
      {isReady ? null : preview}
      {Editor ? (
        <div className={isReady ? undefined : 'souk-rich-waiting'}>
          <Editor
            {...props}
            labelId={labelId}
            typed={typed}
            onReady={() => {
              setReady(true);
            }}
          />
        </div>
      ) : null}
      <FieldNotes error={error ?? (isMissing && !Editor ? t('shell:error.offline') : undefined)} helpText={helpText} />
    </div>
  );
}

/** What a key types by itself. */
function toText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : '';
}
