import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { Explain, type Explanation } from './explain.tsx';

const euro = (amount: string) => ({ amount, currency: 'EUR' });
const explanation: Explanation = {
  title: 'How €91.58 is made',
  steps: [
    { title: 'Commission', rows: [{ label: 'Mug: 15%', note: '46.28 × 15% = 6.942, rounded', value: euro('-6.94') }] },
  ],
  total: { label: 'You earn', value: euro('91.58') },
  entry: { reference: 'order/1042', lines: [{ label: 'Buyer receipts', value: euro('-126.90') }], sum: euro('0.00') },
};

test('explanation of an amount: opens by keyboard, and its scrolling text can take the focus', async () => {
  renderScreen(<Explain label="Explain €91.58" explanation={explanation} />);
  const button = await screen.findByRole('button', { name: 'Explain €91.58' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const body = await screen.findByRole('group', { name: 'How €91.58 is made' });
  expect(body).toHaveAttribute('tabindex', '0');
  expect(body).toHaveTextContent('1. Commission');
  expect(body).toHaveTextContent('−€6.94');
  expect(body).toHaveTextContent('Sum in EUR0.00');
  expect(button).toHaveAttribute('aria-expanded', 'true');
});

test('the key E opens the first explanation, but not while somebody types', async () => {
  renderScreen(
    <>
      <input aria-label="Note" />
      <Explain label="Explain" explanation={explanation} />
    </>,
  );
  const button = await screen.findByRole('button', { name: 'Explain' });
  await userEvent.type(screen.getByLabelText('Note'), 'e');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('e');
  await waitFor(() => {
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });
});
