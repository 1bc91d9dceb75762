import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { AuthorizeScreen } from './authorize-screen.tsx';

const query = {
  response_type: 'code' as const,
  client_id: 'https://assistant.example/client.json',
  redirect_uri: 'https://assistant.example/callback',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256' as const,
  state: 'xyz',
  scope: 'orders:read',
};

/** Draws the page; what it sends is added to a list, and answered with an address. */
function renderPage(allowed: readonly ('orders:read' | 'money:read')[]): unknown[] {
  const sent: unknown[] = [];
  renderScreen(
    <AuthorizeScreen
      query={query}
      vendor="Atelier Nour"
      host="assistant.example"
      sentTo="assistant.example"
      name="Helper"
      days={90}
      requested={['orders:read']}
      allowed={[...allowed]}
    />,
    {
      action: async ({ request }) => {
        sent.push(await request.json());
        const answer: FormAnswer = { ok: true, value: { url: `#left-${String(sent.length)}` } };
        return answer;
      },
    },
  );
  return sent;
}

test('page that allows an assistant: sends the chosen scopes with what the assistant asked, and goes on to it', async () => {
  const sent = renderPage(['orders:read', 'money:read']);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^see money/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => {
    expect(sent).toEqual([{ query, scopes: ['orders:read', 'money:read'], isAllowed: true }]);
  });
  await waitFor(() => {
    expect(window.location.hash).toBe('#left-1');
  });
});

test('page that allows an assistant: sends a refusal, which makes nothing', async () => {
  const sent = renderPage(['orders:read']);
  await userEvent.click(await screen.findByRole('button', { name: 'Do not allow' }));
  await waitFor(() => {
    expect(sent).toEqual([{ query, scopes: [], isAllowed: false }]);
  });
});

test('page that allows an assistant: has nothing to allow for somebody who may give nothing', () => {
  renderPage([]);
  expect(screen.getByText('You may give it nothing. Ask an owner of the account.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});
