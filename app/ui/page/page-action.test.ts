import { expect, test } from 'vitest';
import { arrangeActions } from './page-action.ts';

const actions = (...labels: string[]) => labels.map((label) => ({ label }));
const labelsOf = ({ buttons, menus }: ReturnType<typeof arrangeActions>) => ({
  buttons: buttons.map(({ label }) => label),
  menus: menus.map((menu) => [menu.label, ...menu.actions.map(({ label }) => label)]),
});
const arrange = (o: Parameters<typeof arrangeActions>[0]) => labelsOf(arrangeActions(o, 'More actions'));

test('a page shows two actions as buttons, and those after them behind "More actions"', () => {
  expect(arrange({ secondaryActions: actions('Refund', 'Return', 'Cancel', 'Adjust') })).toEqual({
    buttons: ['Refund', 'Return'],
    menus: [['More actions', 'Cancel', 'Adjust']],
  });
});

test('a page with two actions has no menu', () => {
  expect(arrange({ secondaryActions: actions('Refund', 'Return') })).toEqual({
    buttons: ['Refund', 'Return'],
    menus: [],
  });
});

test('exports of a kind are a menu of their own, before what is left over', () => {
  const menus = [{ label: 'Export', actions: actions('Orders shown', 'Sales report') }];
  expect(arrange({ secondaryActions: actions('Rules', 'Statements', 'Payouts'), menus })).toEqual({
    buttons: ['Rules', 'Statements'],
    menus: [
      ['Export', 'Orders shown', 'Sales report'],
      ['More actions', 'Payouts'],
    ],
  });
});

test('an action that is alone in its menu stands by itself', () => {
  const menus = [{ label: 'Export', actions: actions('Export') }];
  expect(arrange({ secondaryActions: actions('Rules'), menus })).toEqual({ buttons: ['Rules', 'Export'], menus: [] });
});
