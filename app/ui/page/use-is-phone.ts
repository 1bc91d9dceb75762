import { useEffect, useState } from 'react';

/** Whether the window is a phone's width; undefined until the browser has told, when both shapes are drawn and CSS picks one. */
export function useIsPhone(): boolean | undefined {
  const [isPhone, setIsPhone] = useState<boolean>();
  useEffect(() => {
    const query = window.matchMedia('(max-width: 767.95px)');
    const refresh = (): void => {
      setIsPhone(query.matches);
    };
    refresh();
    query.addEventListener('change', refresh);
    return () => {
      query.removeEventListener('change', refresh);
    };
  }, []);
  return isPhone;
}
