import { refusalText } from '../i18n/error-text.ts';
import type { Translate } from '../i18n/keys.ts';
import { ApiRefusal } from './api-client.ts';

/** Why a call of a live part came to nothing, in the viewer's language. */
export const refusalWords = (t: Translate, problem: unknown): string =>
  problem instanceof ApiRefusal ? refusalText(t, problem) : t('errors:offline');
