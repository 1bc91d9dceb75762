import type { ReactNode } from 'react';
import type { PageAction } from '../page/page-action.ts';
import type { RowContent } from './rows.tsx';

export type ListColumn<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  hidden?: boolean;
  /** The sorts that its heading turns between, by the values of the list's sorts; the first press takes `asc` where it is first. */
  sort?: { asc?: string; desc?: string; first?: 'asc' | 'desc' };
  /** The menus of the rows: cannot be hidden by those who choose columns, and its title is not shown. */
  isFixed?: boolean;
};
/** A tab of a list; `empty` is what it says while it holds nothing and others do. */
export type ListTab = { id: string; label: string; count?: number; empty?: { title: string; body: ReactNode } };
/** A filter with choices, or without any for a text that is typed. Many choices are found by typing. */
export type ListFilter = {
  key: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Makes it the filter of dates: the choices are periods, and these keys hold the first and the last day of an own range. */
  range?: { from: string; to: string };
  /** What holds while the address names nothing; it is shown, and taking it away asks for `all`. */
  standard?: string;
};
/** The keys of the address that a list's filters hold. */
export const filterKeys = (filters: readonly ListFilter[]): string[] =>
  filters.flatMap(({ key, range }) => (range ? [key, range.from, range.to] : [key]));
/** How a chosen value of a filter reads; a value that was typed, or that is no choice any more, reads as it is. */
export const chosenLabel = (filter: ListFilter, value: string | undefined): string =>
  filter.choices.find((choice) => choice.value === value)?.label ?? value ?? '';
export type ListSort = { value: string; label: string };
export type BulkAction = {
  /** Says how many: "Fulfill 3 orders". `all` is everything that the list finds, up to its `bulkMost`. */
  label: (count: number, all: boolean) => string;
  onAction: (ids: string[], all: boolean) => void;
  promoted?: boolean;
  destructive?: boolean;
  /** Is done with rows of the page alone, not with everything that the list finds. */
  pageOnly?: boolean;
};
/** Where the list stands; loaders of paged lists hand it on. `pageCount` may be a lower bound ("more than"). */
export type ListPage = {
  page: number;
  pageCount: number;
  count?: number;
  /** How many of them the page shows, where that is not the number of its rows. */
  shown?: number;
  atLeast?: boolean;
  cursor?: string | undefined;
  /** Leads to the page before, in lists that go by cursors both ways; page numbers are not used then. */
  before?: string | undefined;
};

/** A view of one's own: the query of the list's address under a name. */
export type OwnView = { id: string; name: string; address: string };
/** What the viewer keeps of a list for themselves, and the ways to change it. */
export type OwnChoices = {
  views: readonly OwnView[];
  hiddenColumns: readonly string[];
  saveView: (name: string, address: string) => Promise<void>;
  deleteView: (id: string) => Promise<void>;
  hideColumns: (hidden: readonly string[]) => Promise<void>;
};

export type DataListProps<Row> = {
  /** What the rows are, for readers of the screen: "orders". */
  name: { singular: string; plural: string };
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowUrl?: (row: Row) => string;
  columns: readonly ListColumn<Row>[];
  /** The same row on a phone. */
  phone: (row: Row) => Omit<RowContent, 'id' | 'url'>;
  tabs?: readonly ListTab[];
  /** Shows the other pages of the list's entry of the menu beside its tabs. */
  withPlaces?: boolean;
  filters?: readonly ListFilter[];
  sorts?: readonly ListSort[];
  /** Views and columns of one's own. */
  own?: OwnChoices;
  /** Hides the search field, for lists that cannot search. */
  searchless?: boolean;
  searchHint?: string;
  bulk?: readonly BulkAction[];
  /** Lets people choose everything that the list finds beyond its page, at most so many. */
  maxBulk?: number;
  page: ListPage;
  /** When the shown rows were read, ISO 8601; the foot says how fresh they are. */
  checkedAt?: string;
  /** What the place is for, while it holds nothing at all. */
  empty: { title: string; body: ReactNode; action?: PageAction };
  /** Whether there are rows under other tabs or filters; without it, the counts of the tabs tell. */
  hasAny?: boolean;
  /** What failed, while old rows (or none) stay in view. */
  failure?: { title: string; body: string; reference?: string };
  /** A line under the rows, for what a list wants to add. */
  foot?: ReactNode;
};
