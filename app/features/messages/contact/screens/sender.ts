import type { Translate } from '#app/ui/i18n/keys.ts';

/** Who wrote a message, by name, else by address, else nobody we could name. */
export function formatSender(t: Translate, { name, email }: { name: string; email: string | null }): string {
  return name !== '' ? name : (email ?? t('contact:visitor'));
}
