import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Fewer rows than this are all drawn. */
const DRAW_ALL = 40;
/** Rows that are drawn beyond what is seen, above and below. */
const BEYOND = 8;
/** What is drawn before the browser has measured. */
const AT_FIRST = 30;

export type VisibleRows = {
  onScroll: () => void;
  isWindowed: boolean;
  /** The rows to draw, and the heights in px that stand for the others. */
  first: number;
  end: number;
  before: number;
  after: number;
  /** Brings a row into view. */
  show: (index: number) => void;
};

/** The server draws nothing that could be measured. */
export const useBrowserEffect: typeof useLayoutEffect =
  typeof window === 'undefined' ? () => undefined : useLayoutEffect;

/** Which of many rows of one height (in px) are in view of the element that scrolls them, so that only these are drawn. */
export function useVisibleRows(container: RefObject<HTMLDivElement>, count: number, rowHeight: number): VisibleRows {
  const [range, setRange] = useState({ first: 0, end: AT_FIRST });
  const isWindowed = count > DRAW_ALL;
  const refresh = useCallback(() => {
    const element = container.current;
    if (!element) return;
    // In steps of several rows, so that scrolling does not draw anew for every pixel.
    const top = Math.floor(element.scrollTop / rowHeight / 4) * 4;
    const seen = Math.ceil(element.clientHeight / rowHeight) + 4;
    const first = Math.max(0, top - BEYOND);
    const end = top + seen + BEYOND;
    setRange((now) => (now.first === first && now.end === end ? now : { first, end }));
  }, [container, rowHeight]);
  useBrowserEffect(refresh, [refresh, count]);
  const show = useCallback(
    (index: number) => {
      const element = container.current;
      if (!element) return;
      const top = index * rowHeight;
      const head = element.querySelector('thead')?.offsetHeight ?? 0;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight + head > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight + head - element.clientHeight;
      }
      refresh();
    },
    [container, refresh, rowHeight],
  );
  const first = isWindowed ? Math.min(range.first, Math.max(0, count - 1)) : 0;
  const end = isWindowed ? Math.min(range.end, count) : count;
  return {
    onScroll: refresh,
    isWindowed,
    first,
    end,
    before: first * rowHeight,
    after: Math.max(0, count - end) * rowHeight,
    show,
  };
}
