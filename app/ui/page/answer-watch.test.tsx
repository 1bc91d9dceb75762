import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useForm } from '../forms/use-form.ts';
import { useAction } from './use-action.ts';

let remove = (): void => undefined;

/** Stands there until `remove` is called, as a row does until the page's data comes anew. */
function Removable({ children }: { children: ReactNode }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    remove = () => {
      setGone(true);
    };
  }, []);
  return isGone ? <p>No rows</p> : children;
}

function FormRow() {
  const form = useForm({
    initial: {},
    done: (value: { name: string }) => `${value.name} removed`,
  });
  return (
    <button type="button" onClick={form.submit}>
      Remove
    </button>
  );
}

function ActionRow() {
  const action = useAction();
  return (
    <button
      type="button"
      onClick={() => {
        action.send({ remove: 1 }, 'Removed', { payload: { back: 1 }, text: 'Back again' });
      }}
    >
      Remove
    </button>
  );
}

const answer = { ok: true, value: { name: 'Brevo' } };

test('a form whose own success takes it away still says what was done', async () => {
  const action = async ({ request }: { request: Request }) => {
    await request.json();
    remove();
    return answer;
  };
  renderScreen(
    <Removable>
      <FormRow />
    </Removable>,
    { action },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Brevo removed')).toBeTruthy();
  expect(screen.getByText('No rows')).toBeTruthy();
});

test('an action whose row is gone says what was done, and is taken back from its toast', async () => {
  const sent: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    remove();
    return answer;
  };
  renderScreen(
    <Removable>
      <ActionRow />
    </Removable>,
    { action },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Removed')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Back again')).toBeTruthy();
  expect(sent).toEqual([{ remove: 1 }, { back: 1 }]);
});

test('each answer is said once, also where the same is sent again', async () => {
  let count = 0;
  const action = () => {
    count += 1;
    return { ok: true, value: { name: `Row ${count}` } };
  };
  renderScreen(<FormRow />, { action });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('Row 1 removed');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Row 2 removed');
  expect(screen.getAllByText(/removed$/)).toHaveLength(2);
});
