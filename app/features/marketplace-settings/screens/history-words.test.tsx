import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useHistoryWords } from './history-words.ts';

function Line({ by }: { by: string }) {
  return <p>{useHistoryWords()(by, { kind: 'page', page: 'shippingDefaults' })}</p>;
}

test.each([
  ['Ingrid Dahl', 'Ingrid Dahl changed “Shipping zones and rates”'],
  ['', 'Souk changed “Shipping zones and rates”'],
])('a line of the settings history by "%s" names who changed it', async (by, text) => {
  renderScreen(<Line by={by} />);
  expect(await screen.findByText(text)).toBeInTheDocument();
});
