import { lazy, Suspense, useId, useSyncExternalStore } from 'react';
import { FieldNotes } from './media-input.tsx';
import type { RichTextInputProps } from './rich-text-editor.tsx';

/** The editor is large, and few forms have one. */
const RichTextEditor = lazy(() => import('./rich-text-editor.tsx').then((part) => ({ default: part.RichTextEditor })));

const never = () => () => undefined;

/** Formatted text with a toolbar. Until the editor is there, its place is kept. */
export function RichTextInput(props: RichTextInputProps) {
  const labelId = useId();
  // The server cannot draw the editor, and what it drew must be what the browser begins with.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const place = <div className="souk-rich-place" aria-busy="true" />;
  return (
    <div className="souk-fieldset">
      <span id={labelId} className="souk-rich-label">
        {props.label}
      </span>
      {isAlive ? (
        <Suspense fallback={place}>
          <RichTextEditor {...props} labelId={labelId} />
        </Suspense>
      ) : (
        place
      )}
      <FieldNotes error={props.error} helpText={props.helpText} />
    </div>
  );
}
