import { Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export type PaletteOption = {
  id: string;
  picture?: ReactNode;
  title: ReactNode;
  line?: ReactNode;
  end?: ReactNode;
  choose: () => void;
  /** Changes what is offered; the palette stays open. */
  keepsOpen?: boolean;
};

export type PaletteProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  placeholder: string;
  options: (typed: string) => readonly PaletteOption[];
  /** Said when nothing matches. */
  nothing: (typed: string) => string;
  foot?: ReactNode;
  /** More will be offered: the Enter key chooses the first of what is here, and nothing once one has typed or gone down. */
  isLoading?: boolean;
  /** Told of what is typed, by those who fetch what they offer. */
  onType?: (typed: string) => void;
};

/** A search field over a list one walks with the arrow keys: for switching vendor and for going anywhere. */
export function Palette(props: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { open, onClose } = props;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    // A click on the backdrop lands on the dialog itself; the keyboard closes it with Esc, which the element does alone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className="souk-palette"
      aria-label={props.title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {open ? <PaletteBody {...props} /> : null}
    </dialog>
  );
}

function PaletteBody({ options, nothing, placeholder, title, foot, isLoading = false, onClose, onType }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const shown = options(typed);
  const current = Math.min(active, shown.length - 1);
  const choose = (option: PaletteOption | undefined): void => {
    if (!option) return;
    if (option.keepsOpen) setActive(0);
    else onClose();
    option.choose();
  };
  const waitsForMore = isLoading && (typed !== '' || active > 0);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(isLoading ? active + 1 : Math.min(current + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(current - 1, 0));
    else if (event.key === 'Enter') choose(waitsForMore ? undefined : shown[current]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${listId}-${String(current)}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);
  return (
    <div className="souk-palette-body">
      <div className="souk-palette-field">
        <Icon source={SearchIcon} tone="subdued" />
        <input
          // The dialog opened for this field.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${String(current)}` : undefined}
          aria-autocomplete="list"
          placeholder={placeholder}
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            onType?.(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      {shown.length === 0 ? (
        <p className="souk-palette-nothing" role="status">
          {nothing(typed)}
        </p>
      ) : (
        <div role="listbox" id={listId} aria-label={title} className="souk-palette-list">
          {shown.map((option, index) => (
            // The field holds the focus and walks the options; they are pressed, never focused.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.id}
              id={`${listId}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="souk-palette-option"
              onMouseMove={() => {
                setActive(index);
              }}
              onClick={() => {
                choose(option);
              }}
            >
              {option.picture}
              <span className="souk-palette-text">
                <b>{option.title}</b>
                {option.line ? <span>{option.line}</span> : null}
              </span>
              {option.end ? <span className="souk-palette-end">{option.end}</span> : null}
            </div>
          ))}
        </div>
      )}
      {foot ? <div className="souk-palette-foot">{foot}</div> : null}
    </div>
  );
}
