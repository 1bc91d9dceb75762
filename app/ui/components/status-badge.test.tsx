import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildShellData, renderScreen } from '#tests/support/render-screen.tsx';
import { StatusBadge } from './status-badge.tsx';

const { viewer } = buildShellData();

test('what is due reads in Spanish as to be received for a vendor', async () => {
  renderScreen(<StatusBadge status="due" />, { data: { locale: 'es' } });
  expect(await screen.findByText('Por cobrar')).toBeInTheDocument();
});

test('what is due reads in Spanish as to be paid for the marketplace', async () => {
  renderScreen(<StatusBadge status="due" />, { data: { locale: 'es', viewer: { ...viewer, vendor: null } } });
  expect(await screen.findByText('Por pagar')).toBeInTheDocument();
  expect(screen.queryByText('Por cobrar')).not.toBeInTheDocument();
});
