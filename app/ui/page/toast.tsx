import { Toast } from '@shopify/polaris';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import { useText } from '../i18n/use-text.ts';
import { useLayout } from '../shell/shell-context.tsx';
import { AnswerWatch } from './answer-watch.tsx';
import { hostBridge } from './host-bridge.ts';

export type ToastOptions = { isError?: boolean; action?: { label: string; onAction: () => void } };
type ShowToast = (message: string, options?: ToastOptions) => void;
type ShownToast = { id: number; message: string; options: ToastOptions };
type Toasts = { show: ShowToast; shown: readonly ShownToast[]; dismiss: (id: number) => void };

const ToastContext = createContext<Toasts | undefined>(undefined);
const MAX_TOASTS = 3;
/** So long a toast with a button stays: Polaris' own for the portal, told to the host in the store admin. */
const ACTION_TOAST_MS = 10_000;
const NAMELESS = '.Polaris-Frame-Toast__CloseButton:not([aria-label])';

/** Shows short news of what was done: the host's toast in the store admin, Polaris' own in the portal. */
export function useToast(): ShowToast {
  return useToasts().show;
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  invariant(toasts, 'a toast is used outside ToastProvider');
  return toasts;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const layout = useLayout();
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const show = useCallback<ShowToast>(
    (message, options = {}) => {
      if (layout !== 'admin') {
        setShown((before) => [...before.slice(1 - MAX_TOASTS), { id: (before.at(-1)?.id ?? 0) + 1, message, options }]);
        return;
      }
      hostBridge()?.toast.show(message, {
        isError: options.isError ?? false,
        ...(options.action
          ? { action: options.action.label, onAction: options.action.onAction, duration: ACTION_TOAST_MS }
          : {}),
      });
    },
    [layout],
  );
  const dismiss = useCallback((id: number) => {
    setShown((before) => before.filter((toast) => toast.id !== id));
  }, []);
  const value = useMemo(() => ({ show, shown, dismiss }), [show, shown, dismiss]);
  return (
    <ToastContext.Provider value={value}>
      <AnswerWatch>{children}</AnswerWatch>
    </ToastContext.Provider>
  );
}

/** Where toasts come up; stands inside Polaris' Frame, which lays them out. */
export function ToastOutlet() {
  const { shown, dismiss } = useToasts();
  useNamedCloseButtons(shown.length > 0);
  return shown.map(({ id, message, options }) => (
    <Toast
      key={id}
      content={message}
      error={options.isError ?? false}
      {...(options.action ? { action: { content: options.action.label, onAction: options.action.onAction } } : {})}
      onDismiss={() => {
        dismiss(id);
      }}
    />
  ));
}

/** Polaris gives a toast's button to close it no name: it gets one as soon as it stands there. */
function useNamedCloseButtons(isShown: boolean): void {
  const t = useText();
  useEffect(() => {
    if (!isShown) return;
    const name = () => {
      for (const button of document.querySelectorAll(NAMELESS)) button.setAttribute('aria-label', t('common:close'));
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
    };
  }, [isShown, t]);
}
