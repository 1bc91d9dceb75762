import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useToast } from './toast.tsx';

function Teller() {
  const toast = useToast();
  return (
    <button
      type="button"
      onClick={() => {
        toast('Es ist geschehen');
      }}
    >
      Tu es
    </button>
  );
}

test('every toast’s button to close it has a name, in the viewer’s language', async () => {
  renderScreen(<Teller />, { data: { locale: 'de' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Tu es' }));
  await screen.findByRole('button', { name: 'Schließen' });
  await userEvent.click(screen.getByRole('button', { name: 'Tu es' }));
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: 'Schließen' })).toHaveLength(2);
  });
});
