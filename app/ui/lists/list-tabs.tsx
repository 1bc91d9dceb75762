import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export type TabItem = { id: string; label: string; count?: string; isOwn?: boolean };

type ListTabsProps = {
  label: string;
  tabs: readonly TabItem[];
  selected: string;
  onSelect: (id: string) => void;
  /** Links beside the tabs. */
  links?: ReactNode;
};

/**
 * The tabs of a list. They are drawn by the server as they stay, so that nothing jumps when the page wakes up; where they do
 * not fit they scroll. The arrow keys walk them, and one of them alone is in the order of Tab.
 */
export function ListTabs({ label, tabs, selected, onSelect, links }: ListTabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent, index: number): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: tabs.length - 1 - index }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (index + step + tabs.length) % tabs.length;
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  const focusable = tabs.some(({ id }) => id === selected) ? selected : tabs[0]?.id;
  return (
    <div className="souk-tabs">
      <div className="souk-tablist" role="tablist" aria-label={label} ref={strip}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            tabIndex={tab.id === focusable ? 0 : -1}
            onClick={() => {
              onSelect(tab.id);
            }}
            onKeyDown={(event) => {
              walk(event, index);
            }}
          >
            {tab.count === undefined ? tab.label : `${tab.label} ${tab.count}`}
          </button>
        ))}
      </div>
      {links}
    </div>
  );
}
