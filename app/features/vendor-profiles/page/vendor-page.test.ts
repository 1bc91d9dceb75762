import { describe, expect, it } from 'vitest';
import {
  collectionHandle,
  decidePage,
  EMPTY_PAGE,
  PAGE_ACTIONS,
  pageStatus,
  plainText,
  saveContent,
  storefrontValue,
  type PageContent,
  type PageState,
  type PublicAnswer,
} from './vendor-page.ts';

const content = (description: string): PageContent => ({ imageUrl: '', description, fields: [] });
const [first, second] = [content('<p>First</p>'), content('<p>Second</p>')];
const STATES: Record<string, PageState> = {
  none: EMPTY_PAGE,
  awaitingApproval: { live: null, draft: first, approved: false },
  live: { live: first, draft: null, approved: true },
  changeWaiting: { live: first, draft: second, approved: true },
  unapproved: { live: first, draft: null, approved: false },
};

it.each(Object.entries(STATES))(
  'status of a vendor page: is %s by what is live, drafted and approved',
  (name, page) => {
    expect(pageStatus(page)).toBe(name);
  },
);

describe('saving a page', () => {
  it('waits for approval the first time and is free afterwards', () => {
    const draft = saveContent(EMPTY_PAGE, first, { holdChanges: false });
    expect(pageStatus(draft)).toBe('awaitingApproval');
    const approved = decidePage(draft, 'approve');
    expect(approved.ok && saveContent(approved.value, second, { holdChanges: false })).toEqual({
      live: second,
      draft: null,
      approved: true,
    });
  });

  it('is held each time where the marketplace wants it, unless it is what is shown', () => {
    const live = STATES.live ?? EMPTY_PAGE;
    expect(pageStatus(saveContent(live, second, { holdChanges: true }))).toBe('changeWaiting');
    expect(saveContent(STATES.changeWaiting ?? EMPTY_PAGE, first, { holdChanges: true })).toEqual(live);
  });

  it('waits again once the page was taken back', () => {
    expect(pageStatus(saveContent(STATES.unapproved ?? EMPTY_PAGE, second, { holdChanges: false }))).toBe(
      'awaitingApproval',
    );
  });
});

describe('a decision on a page', () => {
  const outcome = (name: string, action: (typeof PAGE_ACTIONS)[number]) => {
    const decided = decidePage(STATES[name] ?? EMPTY_PAGE, action);
    return decided.ok ? pageStatus(decided.value) : decided.refusal;
  };
  it.each([
    ['none', 'page_unchanged', 'page_unchanged', 'page_unchanged'],
    ['awaitingApproval', 'live', 'awaitingApproval', 'awaitingApproval'],
    ['live', 'live', 'unapproved', 'live'],
    ['changeWaiting', 'live', 'awaitingApproval', 'live'],
    ['unapproved', 'live', 'unapproved', 'unapproved'],
  ])('of %s: approve, unapprove and decline', (name, ...wanted) => {
    expect(PAGE_ACTIONS.map((action) => outcome(name, action))).toEqual(wanted);
  });

  it('shows the held change once it is approved, and what was shown once it is declined', () => {
    expect(decidePage(STATES.changeWaiting ?? EMPTY_PAGE, 'approve')).toMatchObject({ value: { live: second } });
    expect(decidePage(STATES.changeWaiting ?? EMPTY_PAGE, 'decline')).toMatchObject({ value: { live: first } });
  });
});

it('vendor page: sends the storefront values by key in the platform’s own types', () => {
  const answer = (value: string | string[], type: PublicAnswer['type'] = 'text') =>
    storefrontValue({ key: '$x', type, value });
  expect(answer('Bowls')).toEqual({ key: '_x', type: 'multi_line_text_field', value: 'Bowls' });
  expect(answer(['a', 'b'])).toEqual({ key: '_x', type: 'list.single_line_text_field', value: '["a","b"]' });
  expect(answer('<p>Clay</p>', 'richtext')).toEqual({
    key: '_x',
    type: 'rich_text_field',
    value: JSON.stringify({
      type: 'root',
      children: [{ type: 'paragraph', children: [{ type: 'text', value: 'Clay' }] }],
    }),
  });
});

it('vendor page: writes a description for search engines without marks', () => {
  expect(plainText('<p>Clay &amp; <b>ash</b></p><p>More</p>', 100)).toBe('Clay & ash More');
  expect(plainText('<p>abcdefghij</p>', 5)).toBe('abcd…');
  expect(collectionHandle('kiln-co', 71n)).toBe('kiln-co-1z');
});
