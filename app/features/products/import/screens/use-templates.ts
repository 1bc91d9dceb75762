import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type {
  deleteTemplateEndpoint,
  ImportTemplateDto,
  saveTemplateEndpoint,
} from '../templates/import-templates.contract.ts';
import type { CheckInput } from './use-check.ts';

type Save = CheckInput & { name: string; importId: string; replaces: boolean };

/** The templates of a screen, which saves and deletes them. A call answers whether it was done; a refusal is said in a toast. */
export function useTemplates(first: readonly ImportTemplateDto[]) {
  const t = useText();
  const toast = useToast();
  const [templates, setTemplates] = useState(first);
  const [busy, setBusy] = useState(false);
  const run = async (
    call: () => Promise<{ templates: readonly ImportTemplateDto[] }>,
    done: string,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      setTemplates((await call()).templates);
      toast(done);
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiRefusal)) throw problem;
      toast(refusalText(t, problem), { isError: true });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    templates,
    busy,
    save: (body: Save) =>
      run(
        () => callApi<typeof saveTemplateEndpoint>('PUT', '/product-csv/templates', { body }),
        t('productImport:template.saved'),
      ),
    remove: (id: string) =>
      run(
        () => callApi<typeof deleteTemplateEndpoint>('DELETE', '/product-csv/templates/{id}', { params: { id } }),
        t('productImport:template.deleted'),
      ),
  };
}
