import type { Translate } from '#app/ui/i18n/keys.ts';

const ROLES = ['admin', 'manager', 'staff', 'csv'] as const;

/** Who did something, as people read it: the name and what they are here, or what did it where that was nobody. */
export function actorWords(t: Translate, actor: { name: string; role: string; kind?: string }): string {
  if (actor.role === 'sheet') return t('changes:log.role.sheet');
  if (actor.role === 'own_store') return t('changes:log.role.own_store');
  if (actor.role === 'api_key') return t('changes:log.role.api_key', { name: actor.name });
  if (actor.role === 'assistant') return t('changes:log.role.assistant', { name: actor.name });
  if (actor.kind === 'system') return t('changes:log.system');
  if (actor.kind === 'platform') return t('changes:log.external');
  const role = ROLES.find((one) => one === actor.role);
  return [actor.name, role ? t(`changes:log.role.${role}`) : ''].filter(Boolean).join(' · ');
}
