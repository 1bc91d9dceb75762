import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { OwnChoices } from '#app/ui/lists/list.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { ListName } from '../saved-view.ts';
import type {
  deleteViewEndpoint,
  hideColumnsEndpoint,
  saveViewEndpoint,
  ListChoicesDto,
} from '../saved-views.contract.ts';

/** What the viewer keeps of a list, as it came with the page and as it is changed since; each change is stored at once. */
export function useListChoices(list: ListName, loaded: ListChoicesDto): OwnChoices {
  const t = useText();
  const toast = useToast();
  const [choices, setChoices] = useState(loaded);
  const [known, setKnown] = useState(loaded);
  if (known !== loaded) {
    setKnown(loaded);
    setChoices(loaded);
  }
  const store = async (call: () => Promise<ListChoicesDto>, done?: string): Promise<void> => {
    try {
      setChoices(await call());
      if (done !== undefined) toast(done);
    } catch (error) {
      toast(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline'), { isError: true });
    }
  };
  return {
    ...choices,
    saveView: (name, address) =>
      store(
        () =>
          callApi<typeof saveViewEndpoint>('PUT', '/lists/{list}/views', { params: { list }, body: { name, address } }),
        t('lists:views.saved'),
      ),
    deleteView: (id) =>
      store(
        () => callApi<typeof deleteViewEndpoint>('DELETE', '/lists/{list}/views/{id}', { params: { list, id } }),
        t('lists:views.deleted'),
      ),
    hideColumns: async (hidden) => {
      const before = choices;
      // The columns change under the hand; what could not be stored comes back.
      setChoices({ ...before, hiddenColumns: [...hidden] });
      await store(async () => {
        try {
          return await callApi<typeof hideColumnsEndpoint>('PUT', '/lists/{list}/columns', {
            params: { list },
            body: { hidden: [...hidden] },
          });
        } catch (error) {
          setChoices(before);
          throw error;
        }
      });
    },
  };
}
