import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { SwitchesForm } from '../feature-changes.contract.ts';
import { SHOWN_SWITCHES } from '../shown-switches.ts';
import { FeaturesScreen } from './features-screen.tsx';

const switches = Object.fromEntries(SHOWN_SWITCHES.map((name) => [name, { enabled: true }])) as SwitchesForm;
const MISSING = 'Cannot be used yet: your store has not granted the access it needs.';

test('features: one that waits for an access says so, with the way into the store admin, where it is granted', async () => {
  renderScreen(<FeaturesScreen switches={switches} open={{}} withoutAccess={['makeAnOffer']} />, {
    data: { storeAdminUrl: 'https://admin.example/store/demo/apps/souk' },
  });
  expect(await screen.findByText(MISSING)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open in store admin' })).toHaveAttribute(
    'href',
    'https://admin.example/store/demo/apps/souk/settings/features',
  );
});

test('features: where nothing is missing nothing is said', async () => {
  renderScreen(<FeaturesScreen switches={switches} open={{}} withoutAccess={[]} />);
  expect(await screen.findByRole('heading', { name: 'Features' })).toBeInTheDocument();
  expect(screen.queryByText(MISSING)).not.toBeInTheDocument();
});
