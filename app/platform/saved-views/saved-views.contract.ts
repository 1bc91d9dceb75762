import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { viewAddress } from '#app/core/list-address.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { COLUMN_ID, LISTS, MAX_ADDRESS, MAX_HIDDEN_COLUMNS, MAX_VIEW_NAME } from './saved-view.ts';

const access = { kind: 'signed_in' } as const;
const list = z.enum(LISTS);

const viewDto = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string().meta({ description: 'The query of the list’s address, without a question mark' }),
  })
  .meta({ id: 'SavedView' });

export const listChoicesDto = z
  .object({ views: z.array(viewDto), hiddenColumns: z.array(z.string()) })
  .meta({ id: 'ListChoices' });
export type ListChoicesDto = z.output<typeof listChoicesDto>;

export const readListChoicesEndpoint = endpoint({
  name: 'savedViews.list',
  method: 'GET',
  path: '/lists/{list}',
  summary: 'What the caller keeps of a list: views by their names, and the columns that are hidden',
  access,
  params: z.object({ list }),
  response: listChoicesDto,
});

export const saveViewBody = z.strictObject({
  name: z
    .string()
    .max(MAX_VIEW_NAME, rule('max_characters', { maximum: MAX_VIEW_NAME }))
    .transform((name) => storedText(name).trim())
    .refine((name) => name !== '', rule('required_field')),
  address: z
    .string()
    .max(MAX_ADDRESS, rule('max_characters', { maximum: MAX_ADDRESS }))
    .transform((query) => viewAddress(storedText(query))),
});
export type SaveViewInput = z.output<typeof saveViewBody>;

export const saveViewEndpoint = endpoint({
  name: 'savedViews.save',
  method: 'PUT',
  path: '/lists/{list}/views',
  summary: 'Keeps a view of a list for the caller; under a name that is there already it replaces that view',
  access,
  params: z.object({ list }),
  body: saveViewBody,
  response: listChoicesDto,
  errors: ['invalid_input', 'invalid_state'],
  maxBodyBytes: 8_000,
});

export const deleteViewEndpoint = endpoint({
  name: 'savedViews.delete',
  method: 'DELETE',
  path: '/lists/{list}/views/{id}',
  summary: 'Deletes one of the caller’s views of a list',
  access,
  params: z.object({ list, id: idSchema }),
  response: listChoicesDto,
  errors: ['not_found'],
});

export const hideColumnsEndpoint = endpoint({
  name: 'savedViews.hideColumns',
  method: 'PUT',
  path: '/lists/{list}/columns',
  summary: 'Says which columns of a list the caller hides; none are hidden by an empty list',
  access,
  params: z.object({ list }),
  body: z.strictObject({
    hidden: z
      .array(z.string().regex(COLUMN_ID))
      .max(MAX_HIDDEN_COLUMNS, rule('max_at_once', { maximum: MAX_HIDDEN_COLUMNS })),
  }),
  response: listChoicesDto,
  errors: ['invalid_input'],
  maxBodyBytes: 4_000,
});
