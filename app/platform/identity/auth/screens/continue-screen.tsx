import { useText } from '#app/ui/i18n/use-text.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { LoadingOverlay } from '#app/ui/shell/loading-overlay.tsx';
import { useHandover } from './handover.ts';

/** The tab that a sign-in inside a frame opened, until it was handed the sign-in. */
export function ContinueScreen({ store }: { store: string }) {
  const t = useText();
  useHandover(store);
  return (
    <>
      <LoadingOverlay active />
      <LoginCard title={t('auth:signIn.opening')}>{null}</LoginCard>
    </>
  );
}
