import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { loadPart } from '../i18n/load-part.ts';
import { useText } from '../i18n/use-text.ts';
import { FieldNotes } from './field-notes.tsx';
import type { EarlyInput, RichTextEditor, RichTextInputProps } from './rich-text-editor.tsx';
import { RichTextPreview } from './rich-text-preview.tsx';
import { RICH_TEXT_TOOLS, type RichTextTool } from './rich-text-tools.ts';
import './rich-text-icons.css';

/** The editor is larger than all else of a form: it is loaded when somebody is about to write. */
const loadEditor = () => loadPart(async () => (await import('./rich-text-editor.tsx')).RichTextEditor);

/** Formatted text under its toolbar; with the focus, or a tool that is pressed, it becomes an editor. */
export function RichTextInput(props: RichTextInputProps) {
  const { label, name, value, disabled, error, helpText, onInserter } = props;
  const labelId = useId();
  const t = useText();
  const [Editor, setEditor] = useState<typeof RichTextEditor>();
  const [isReady, setReady] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const early = useRef<EarlyInput[]>([]);
  const runTool = useRef<((tool: RichTextTool) => void) | null>(null);
  const inserted = useRef('');
  const open = useCallback((): void => {
    loadEditor().then(
      (loaded) => {
        setEditor(() => loaded);
      },
      () => {
        setMissing(true);
      },
    );
  }, []);
  useEffect(() => {
    onInserter?.((html) => {
      inserted.current += html;
      open();
    });
    return () => {
      onInserter?.(null);
    };
  }, [onInserter, open]);
  const preview = (
    <div className={error ? 'souk-rich souk-rich-wrong' : 'souk-rich'}>
      <RestingToolbar
        disabled={disabled}
        isLeaving={Editor !== undefined}
        onPress={(tool) => {
          if (runTool.current) runTool.current(tool);
          else early.current.push({ tool });
          open();
        }}
      />
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
          const text = toText(event);
          if (text !== '') early.current.push({ text });
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
            early={early}
            inserted={inserted}
            onReady={(run) => {
              runTool.current = run;
              setReady(true);
            }}
          />
        </div>
      ) : null}
      <FieldNotes error={error ?? (isMissing && !Editor ? t('shell:error.offline') : undefined)} helpText={helpText} />
    </div>
  );
}

/**
 * The tools before the editor is there: seen at once, and one that is pressed is used as soon as it is. A press counts when it begins:
 * the button may have gone to the editor's own by the time that the pointer is let go, and no click follows then.
 */
function RestingToolbar(props: {
  disabled: boolean;
  /** The editor's own bar is about to take its place. */
  isLeaving: boolean;
  onPress: (tool: RichTextTool) => void;
}) {
  const { disabled, isLeaving, onPress } = props;
  const t = useText();
  return (
    <div role="toolbar" aria-label={t('common:richText.toolbar')} aria-hidden={isLeaving} className="souk-rich-bar">
      {RICH_TEXT_TOOLS.map(({ key, mark }) => (
        <button
          key={key}
          type="button"
          // The text takes the focus and loads the editor; its toolbar is a stop of the tab key then.
          tabIndex={-1}
          disabled={disabled}
          title={t(`common:richText.${key}`)}
          aria-label={t(`common:richText.${key}`)}
          onMouseDown={(event) => {
            event.preventDefault();
            if (event.button === 0) onPress(key);
          }}
          onClick={({ detail }) => {
            // Without a pointer nothing was pressed before.
            if (detail === 0) onPress(key);
          }}
        >
          <span aria-hidden="true" data-mark={mark} />
        </button>
      ))}
    </div>
  );
}

/** What a key types by itself. */
function toText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : '';
}
