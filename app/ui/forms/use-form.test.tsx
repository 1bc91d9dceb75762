import { screen, waitFor } from '@testing-library/react';
import { rule } from '#app/core/rules.ts';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ScreenPage } from '../page/screen-page.tsx';
import { answerForm, readForm } from './answer.ts';
import { MoneyInput, TextInput } from './fields.tsx';
import { useForm } from './use-form.ts';

const schema = z.object({
  title: z.string().min(3, rule('required_field')),
  price: z.string().regex(/^\d+(\.\d{1,2})?$/),
});
const fetchSchema = () => Promise.resolve(schema);

function ProductForm() {
  const form = useForm({ schema: fetchSchema, initial: { title: 'Mug', price: '28.00' }, done: 'Saved' });
  return (
    <ScreenPage title="Product" saveBar={form.saveBar}>
      {form.formError ? <p role="alert">{form.formError}</p> : null}
      <TextInput {...form.field('title')} label="Title" />
      <MoneyInput {...form.field('price')} label="Price" />
    </ScreenPage>
  );
}

const title = () => screen.findByLabelText('Title');
const save = () => screen.findByRole('button', { name: 'Save' });

test('form: shows the save bar only while something is changed, and discards to what was', async () => {
  renderScreen(<ProductForm />);
  await title();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.type(await title(), 's');
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await title()).toHaveValue('Mug');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('form: refuses in the browser with the words of the contract, beside the field, and sends nothing', async () => {
  const action = vi.fn(() => null);
  renderScreen(<ProductForm />, { action, data: { locale: 'de' } });
  await userEvent.clear(await title());
  await userEvent.click(await screen.findByRole('button', { name: 'Speichern' }));
  expect(await screen.findByText('Pflichtfeld')).toBeInTheDocument();
  expect(await title()).toBeInvalid();
  expect(action).not.toHaveBeenCalled();
});

test('form: a form whose schema cannot be fetched is sent as it is, and shows what the server refuses', async () => {
  const action = ({ request }: { request: Request }) => answerForm(() => readForm(request, schema));
  function UnreachedForm() {
    const form = useForm({
      schema: () => Promise.reject(new Error('offline')),
      initial: { title: 'Mug', price: '28.00' },
    });
    return (
      <ScreenPage title="Product" saveBar={form.saveBar}>
        <TextInput {...form.field('title')} label="Title" />
      </ScreenPage>
    );
  }
  renderScreen(<UnreachedForm />, { action });
  await userEvent.clear(await title());
  await userEvent.tab();
  expect(await title()).toBeValid();
  await userEvent.click(await save());
  expect(await screen.findByText('Required field')).toBeInTheDocument();
});

test('form: a form shows what its check finds after the issues of the schema, and sends nothing', async () => {
  const action = vi.fn(() => null);
  function CheckedForm() {
    const form = useForm({
      schema: fetchSchema,
      check: () => [{ path: 'price', rule: 'custom', message: 'must be lower' }],
      initial: { title: 'Mug', price: '28.00' },
    });
    return (
      <ScreenPage title="Product" saveBar={form.saveBar}>
        <TextInput {...form.field('title')} label="Title" />
        <MoneyInput {...form.field('price')} label="Price" />
      </ScreenPage>
    );
  }
  renderScreen(<CheckedForm />, { action });
  await userEvent.clear(await title());
  await userEvent.click(await save());
  expect(await screen.findByText('must be lower')).toBeInTheDocument();
  expect(screen.getByText('Required field')).toBeInTheDocument();
  expect(action).not.toHaveBeenCalled();
});

test('form: sends what goes before on its own way first, and nothing more where that is refused', async () => {
  const sent: string[] = [];
  let refused = true;
  function PartsForm() {
    const form = useForm({
      schema: fetchSchema,
      initial: { title: 'Mug', price: '28.00' },
      done: 'Saved',
      before: ({ title: typed }) => {
        sent.push(`before ${typed}`);
        const issues = [{ path: 'title', rule: 'taken', message: 'must be another' }];
        return Promise.resolve(refused ? { code: 'invalid_input', message: '', issues } : undefined);
      },
    });
    return (
      <ScreenPage title="Product" saveBar={form.saveBar}>
        <TextInput {...form.field('title')} label="Title" />
      </ScreenPage>
    );
  }
  const action = ({ request }: { request: Request }) =>
    answerForm(async () => {
      sent.push((await readForm(request, schema)).title);
    });
  renderScreen(<PartsForm />, { action });
  await userEvent.type(await title(), 's');
  await userEvent.click(await save());
  expect(await screen.findByText('must be another')).toBeInTheDocument();
  expect(sent).toEqual(['before Mugs']);
  refused = false;
  await userEvent.click(await save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(sent).toEqual(['before Mugs', 'before Mugs', 'Mugs']);
});

test('form: reads a price as people type it', async () => {
  const received: unknown[] = [];
  const action = ({ request }: { request: Request }) =>
    answerForm(async () => {
      received.push(await readForm(request, schema));
    });
  renderScreen(<ProductForm />, { action });
  const price = await screen.findByLabelText('Price');
  await userEvent.clear(price);
  await userEvent.type(price, '1.234,5');
  await userEvent.tab();
  await userEvent.click(await save());
  await waitFor(() => {
    expect(received).toEqual([{ title: 'Mug', price: '1234.5' }]);
  });
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

test('form: shows and reads amounts by the separators of the viewer’s language, and changes nothing under their hands', async () => {
  const received: unknown[] = [];
  const action = ({ request }: { request: Request }) =>
    answerForm(async () => {
      received.push(await readForm(request, schema));
    });
  renderScreen(<ProductForm />, { action, data: { locale: 'de' } });
  const price = await screen.findByLabelText('Price');
  expect(price).toHaveValue('28,00');
  await userEvent.click(price);
  await userEvent.tab();
  expect(screen.queryByRole('button', { name: 'Speichern' })).toBeNull();
  await userEvent.clear(price);
  await userEvent.type(price, '1.234,5');
  expect(price).toHaveValue('1.234,5');
  await userEvent.tab();
  expect(price).toHaveValue('1234,5');
  await userEvent.click(await screen.findByRole('button', { name: 'Speichern' }));
  await waitFor(() => {
    expect(received).toEqual([{ title: 'Mug', price: '1234.5' }]);
  });
});

test("form: shows the server's issue beside its field and keeps what was typed", async () => {
  const action = () =>
    answerForm(() => {
      throw invalidInput([{ path: 'title', rule: 'custom', message: 'Somebody else sells this' }]);
    });
  renderScreen(<ProductForm />, { action });
  await userEvent.type(await title(), ' blue');
  await userEvent.click(await save());
  expect(await screen.findByText('Somebody else sells this')).toBeInTheDocument();
  expect(await title()).toHaveValue('Mug blue');
  expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument();
});

test('form: says a refusal of the whole above the form', async () => {
  const action = () =>
    answerForm(() => {
      throw new AppError('conflict');
    });
  renderScreen(<ProductForm />, { action });
  await userEvent.type(await title(), ' blue');
  await userEvent.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed this');
  expect(await title()).toHaveValue('Mug blue');
});

test('form: saves with Ctrl and S', async () => {
  const action = vi.fn(() => answerForm(() => Promise.resolve(null)));
  renderScreen(<ProductForm />, { action });
  await userEvent.type(await title(), ' blue');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => {
    expect(action).toHaveBeenCalledOnce();
  });
});
