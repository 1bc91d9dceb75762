import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readPageSettings } from './page-settings.service.server.ts';
import { publicAnswers } from './public-answers.service.server.ts';
import * as repo from './vendor-page.repo.server.ts';

/** What anybody may know of a vendor: its approved page. */
export type PublicPage = {
  title: string;
  handle: string;
  collectionUrl: string;
  imageUrl: string;
  description: string;
  fields: Record<string, string | string[]>;
};

/**
 * The approved pages of the store that the storefront shows, or the one of a named vendor: none while pages are switched
 * off. Fields are those with the tick "show on vendor page" that are for everybody.
 */
export async function listPublicPages(
  tx: SqlTx,
  o: { store: string; limit: number; name?: string },
): Promise<PublicPage[]> {
  const { enabled } = await readPageSettings(tx);
  if (!enabled) return [];
  const { fields } = await readFormSettings(tx);
  const rows = await repo.listPublicPages(tx, {
    limit: o.limit,
    ...(o.name === undefined ? {} : { key: foldName(o.name) }),
  });
  const pages: PublicPage[] = [];
  for (const row of rows) {
    const answers = await publicAnswers(tx, fields, row.live.fields);
    pages.push({
      title: row.name,
      handle: row.handle,
      collectionUrl: `https://${o.store}/collections/${row.collectionHandle}`,
      imageUrl: row.live.imageUrl,
      description: row.live.description,
      fields: Object.fromEntries(answers.map(({ key, value }) => [key, value])),
    });
  }
  return pages;
}
