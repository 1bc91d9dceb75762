import { useText } from '#app/ui/i18n/use-text.ts';

/** The mark of what nobody opened yet, in words for those who do not see it. */
export function Dot({ withText }: { withText?: boolean }) {
  const t = useText();
  return (
    <span className="contact-dot">
      <span className={withText ? undefined : 'souk-hidden'}>{t('contact:views.unread')}</span>
    </span>
  );
}
