import { z } from 'zod';
import { invalidInput, type AppError } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { isRedirectAddress, isRegistered, MAX_ADDRESS, MAX_DOCUMENT_BYTES } from './grant.ts';

const READ_MS = 5_000;
const MAX_NAME = 60;
const MAX_REDIRECTS = 50;

/** What is read of a document that describes an assistant (OAuth Client ID Metadata Document). */
const documentSchema = z.object({
  client_id: z.string().max(MAX_ADDRESS),
  client_name: z.string().max(MAX_DOCUMENT_BYTES).default('').transform(storedText),
  redirect_uris: z.array(z.string().max(MAX_ADDRESS)).min(1).max(MAX_REDIRECTS),
});

export type AssistantClient = { host: string; name: string };

/**
 * The assistant that a document at its own address describes, read on the public internet only. Throws invalid_input (422) where
 * there is none, it describes another one, or does not name the address that the code would be sent to.
 */
export async function readClient(
  ctx: Ctx,
  { clientId, redirectUri }: { clientId: string; redirectUri: string },
): Promise<AssistantClient> {
  const document = await readDocument(ctx, clientId);
  if (document?.client_id !== clientId) throw refuse('client_id');
  const registered = document.redirect_uris.filter(isRedirectAddress);
  if (!isRedirectAddress(redirectUri) || !isRegistered(redirectUri, registered)) throw refuse('redirect_uri');
  return { host: new URL(clientId).host, name: document.client_name.trim().slice(0, MAX_NAME) };
}

const refuse = (path: string): AppError =>
  invalidInput([{ path, rule: 'not_an_option', message: rule('not_an_option') }]);

async function readDocument(ctx: Ctx, address: string) {
  try {
    const bytes = await ctx.adapters.web.read(address, {
      limitBytes: MAX_DOCUMENT_BYTES,
      signal: AbortSignal.timeout(READ_MS),
      accept: 'application/json',
    });
    return documentSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch (error) {
    const isOurs = !(error instanceof WebRefusal || error instanceof SyntaxError);
    if (isOurs) ctx.log.warn({ err: error }, 'the document of an assistant could not be read');
    return undefined;
  }
}
