import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useText } from '../i18n/use-text.ts';
import { TEMPLATE_EXTENSIONS } from './rich-text-template.ts';
import { RICH_TEXT_TOOLS, type RichTextTool } from './rich-text-tools.ts';
import './rich-text-icons.css';

/** What somebody did before the editor was there, in its order: a text that was typed, a tool that was pressed. */
export type EarlyInput = { text: string } | { tool: RichTextTool };

export type RichTextInputProps = {
  name: string;
  label: string;
  helpText?: ReactNode;
  error: string | undefined;
  disabled: boolean;
  /** HTML as the editor writes it; the server cleans it. */
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  /** A template's text: its codes are words of their own, and its other blocks stay as they are. */
  isTemplate?: boolean;
  /** Hands out what takes HTML in where the cursor stands, and null when the field goes. */
  onInserter?: (insert: ((html: string) => void) | null) => void;
};

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
  }),
];

/**
 * The editor itself, loaded when a field gets the focus, which it takes over together with what was done meanwhile. Its styles
 * are ours, because the page's policy takes no others.
 */
export function RichTextEditor(
  props: RichTextInputProps & {
    labelId: string;
    /** What the editor takes over, in its order: a text that was typed after a tool was pressed is written with it. */
    early: RefObject<readonly EarlyInput[]>;
    /** What was taken in before the editor was there. */
    inserted: RefObject<string>;
    /** Hands out what uses a tool: the bar of before may be pressed once more until it is gone. */
    onReady: (runTool: (tool: RichTextTool) => void) => void;
  },
) {
  const { name, value, onChange, onBlur, disabled, labelId, error, early, inserted, onReady } = props;
  const { isTemplate = false, onInserter } = props;
  const latest = useRef({ onChange, onBlur });
  useEffect(() => {
    latest.current = { onChange, onBlur };
  }, [onChange, onBlur]);
  const editor = useEditor({
    extensions: isTemplate ? TEMPLATE_EXTENSIONS : EXTENSIONS,
    content: value,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        name,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        class: 'souk-rich-text',
      },
    },
    onCreate: ({ editor: created }) => {
      // The focus moves at once: a key that is pressed between the two would be nobody's, or a shortcut.
      // The editor's own command to focus waits for the next frame, and would take it back from where it has gone by then.
      created.commands.setTextSelection(created.state.doc.content.size);
      created.view.focus();
      for (const input of early.current ?? []) {
        if ('tool' in input) TOOLS[input.tool].run(created);
        else created.view.dispatch(created.state.tr.insertText(input.text));
      }
      if (inserted.current) created.commands.insertContent(inserted.current);
      onInserter?.((html) => {
        created.chain().focus().insertContent(html).run();
      });
      onReady((tool) => {
        TOOLS[tool].run(created);
      });
    },
    onUpdate: ({ editor: changed }) => {
      latest.current.onChange(changed.isEmpty ? '' : changed.getHTML());
    },
    onBlur: () => {
      latest.current.onBlur();
    },
  });
  // A draft that is put back, or a discarded change, comes from outside of the editor.
  useEffect(() => {
    if (!editor) return;
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if (shown !== value && !editor.isFocused) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  if (!editor) return null;
  return (
    <div className={error ? 'souk-rich souk-rich-wrong' : 'souk-rich'}>
      <Toolbar editor={editor} disabled={disabled} />
      <EditorContent editor={editor} />
    </div>
  );
}

type Tool = { run: (editor: Editor) => void; isOn?: (editor: Editor) => boolean };

const TOOLS: Record<RichTextTool, Tool> = {
  bold: { run: (e) => e.chain().focus().toggleBold().run(), isOn: (e) => e.isActive('bold') },
  italic: { run: (e) => e.chain().focus().toggleItalic().run(), isOn: (e) => e.isActive('italic') },
  underline: { run: (e) => e.chain().focus().toggleUnderline().run(), isOn: (e) => e.isActive('underline') },
  heading: { run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(), isOn: (e) => e.isActive('heading') },
  bullets: { run: (e) => e.chain().focus().toggleBulletList().run(), isOn: (e) => e.isActive('bulletList') },
  numbers: { run: (e) => e.chain().focus().toggleOrderedList().run(), isOn: (e) => e.isActive('orderedList') },
  quote: { run: (e) => e.chain().focus().toggleBlockquote().run(), isOn: (e) => e.isActive('blockquote') },
  undo: { run: (e) => e.chain().focus().undo().run() },
  redo: { run: (e) => e.chain().focus().redo().run() },
};

/** A tool that is pressed with a pointer leaves the focus in the text: what is typed at once would go to the button. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** One stop of the tab key; the arrow keys go from tool to tool, as in every toolbar. */
function Toolbar({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => RICH_TEXT_TOOLS.map(({ key }) => TOOLS[key].isOn?.(now) ?? false),
  });
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step && (at + step + buttons.length) % buttons.length;
    if (next === undefined || at < 0) return;
    event.preventDefault();
    buttons.forEach((button, index) => {
      button.tabIndex = index === next ? 0 : -1;
    });
    buttons[next]?.focus();
  };
  return (
    <div ref={bar} role="toolbar" aria-label={t('common:richText.toolbar')} className="souk-rich-bar" onKeyDown={move}>
      {RICH_TEXT_TOOLS.map(({ key, mark }, index) => (
        <button
          key={key}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          disabled={disabled}
          title={t(`common:richText.${key}`)}
          aria-label={t(`common:richText.${key}`)}
          {...('isOn' in TOOLS[key] ? { 'aria-pressed': on[index] ?? false } : {})}
          onMouseDown={keepFocus}
          onClick={() => {
            TOOLS[key].run(editor);
          }}
        >
          <span aria-hidden="true" data-mark={mark} />
        </button>
      ))}
    </div>
  );
}
