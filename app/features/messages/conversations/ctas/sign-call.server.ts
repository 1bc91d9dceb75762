import type { Ctx } from '#app/server/context.server.ts';
import { hmacSha256 } from '#app/server/crypto.server.ts';
import type { CtaRow } from './ctas.repo.server.ts';

/** The headers of a call of a button: its signature over the time and the body, and the id that repeats of one press share. */
export function signCall(
  ctx: Pick<Ctx, 'clock' | 'vault'>,
  cta: Pick<CtaRow, 'secret'>,
  { body, pressId }: { body: string; pressId: string },
): Record<string, string> {
  const seconds = String(Math.floor(ctx.clock.now().getTime() / 1_000));
  const signature = hmacSha256(ctx.vault.openText(cta.secret), `${seconds}.${body}`).toString('hex');
  return { 'x-souk-signature': `t=${seconds},v1=${signature}`, 'idempotency-key': pressId };
}
