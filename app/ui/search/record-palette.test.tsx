import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { PERMISSIONS } from '#app/core/viewer.ts';
import { listSettingsEntries } from '#app/features/marketplace-settings/shared/settings-entries.ts';
import { buildShellData, renderScreen } from '#tests/support/render-screen.tsx';
import type { ShellData } from '../shell/shell-data.ts';
import { VendorSwitcherProvider } from '../shell/vendor-switcher.tsx';
import { RecordPalette } from './record-palette.tsx';
import { rememberRecord } from './recent-records.ts';

const admin: ShellData['viewer'] = {
  ...buildShellData().viewer,
  vendor: null,
  isAdmin: true,
  leads: true,
  permissions: [...PERMISSIONS],
};

beforeAll(() => {
  // The dialog's own methods are the browser's; here it is open as soon as it is asked to be.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});

function open(data: Partial<ShellData>): void {
  renderScreen(
    <VendorSwitcherProvider>
      <RecordPalette open onClose={() => undefined} listSettings={listSettingsEntries} />
    </VendorSwitcherProvider>,
    { data },
  );
}
const options = () => screen.queryAllByRole('option', { hidden: true }).map((one) => one.textContent);
const type = async (text: string) => {
  await userEvent.type(screen.getByRole('combobox', { hidden: true }), text);
};

test('the search: “holiday” finds the settings of holidays, and one line leads to every list', async () => {
  open({ viewer: admin, features: { holidayMode: true, makeAnOffer: true } });
  await type('holiday');
  await waitFor(() => {
    expect(options().some((one) => one.startsWith('Holiday'))).toBe(true);
  });
  const lists = options().filter((one) => one.includes('holiday') && one.startsWith('Search'));
  expect(lists).toEqual(['Search everywhere for “holiday”']);
  await userEvent.click(screen.getByText('Search everywhere for “holiday”'));
  expect(options().length).toBeGreaterThan(2);
  expect(options().every((one) => one.startsWith('Search “holiday” in '))).toBe(true);
});

test('the search: settings are found by other words for them, in the viewer’s language', async () => {
  open({ viewer: admin, features: { holidayMode: true } });
  await type('vacation');
  expect(options()[0]).toContain('Holidays');
});

test('the search: what was opened last stands first while nothing is typed, and no list is offered', () => {
  rememberRecord('/orders/12', '#1290');
  open({ viewer: admin });
  expect(options()[0]).toContain('#1290');
  expect(options().filter((one) => one.startsWith('Search'))).toEqual([]);
});

test('the search: an admin finds switching the vendor, exports and languages; a vendor finds no export of vendors', async () => {
  open({ viewer: admin });
  expect(options()).toContain('Switch vendor');
  expect(options()).toContain('Export vendors');
  await type('deutsch');
  expect(options()).toContain('Language: Deutsch');
});

test('the search: a vendor finds its own settings and none of the marketplace’s', async () => {
  open({});
  expect(options()).not.toContain('Export vendors');
  await type('commission');
  expect(options()).toEqual(['Search everywhere for “commission”']);
});
