import type { ListedCtaDto } from '../ctas/ctas.contract.ts';

/** Names a conversation in one line: who writes with whom, and about what; a vendor alone writes with the marketplace. */
export function conversationLabel({ buyer, seller, about }: ListedCtaDto['conversation']): string {
  return [buyer, seller, about].filter((part) => part !== '').join(' · ');
}
