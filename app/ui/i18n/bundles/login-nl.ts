import polaris from '@shopify/polaris/locales/nl.json';
import type { LocaleBundle } from '../catalog.ts';
import { textsOf } from './texts-of.ts';

/** What the ways in say; a signed-in page loads all texts. */
export const bundle: LocaleBundle = {
  texts: textsOf(
    import.meta.glob('../../../locales/nl/{applications,auth,common,errors,shell,wordings}.json', {
      eager: true,
      import: 'default',
    }),
  ),
  polaris,
};
