import type { CtaDto } from './ctas.contract.ts';
import type { CtaRow } from './ctas.repo.server.ts';

/** A button as a side sees it; what it calls is the marketplace's to know. */
export function toCtaDto(row: CtaRow, side: 'seller' | 'admin' | 'buyer'): CtaDto {
  const { promptTitle, promptConfirm } = row;
  return {
    ctaId: String(row.id),
    label: row.label,
    callbackUrl: side === 'admin' ? row.callbackUrl : null,
    redirect: row.redirect,
    variant: row.variant,
    prompt: promptTitle === null || promptConfirm === null ? null : { title: promptTitle, confirmText: promptConfirm },
    pressedAt: row.pressedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
