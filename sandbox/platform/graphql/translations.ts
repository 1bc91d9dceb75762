import { GraphQLError } from 'graphql';
import type { StoredTranslation } from '../../core/state.ts';
import { digestOf } from '../store/metafields.ts';
import { registerTranslations, removeTranslations, translatableOf, translationsOf } from '../store/translations.ts';
import { listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';

type WriteArgs = {
  locale: string;
  key: string;
  value: string;
  translatableContentDigest: string;
  marketId?: string | null;
};

export function translationQueries(context: Context): View {
  return {
    translatableResource: (args: { resourceId: string }) => resourceView(context, args.resourceId),
    translatableResourcesByIds: (args: PageArgs & { resourceIds: string[] }) =>
      listConnection(
        // A list's place is an id; these have a place in what was asked for.
        args.resourceIds
          .map((gid, index) => ({ id: index + 1, gid }))
          .filter(({ gid }) => translatableOf(context.shop, gid) !== null),
        args,
        ({ gid }) => resourceView(context, gid),
      ),
  };
}

export function translationMutations({ sandbox, shop }: Context): View {
  return {
    translationsRegister: (args: { resourceId: string; translations: WriteArgs[] }) =>
      answerErrors(() => {
        const written = registerTranslations(
          sandbox,
          shop,
          args.resourceId,
          args.translations.map(({ locale, key, value, translatableContentDigest, marketId }) => {
            if (marketId != null) throw new GraphQLError('not implemented in the sandbox: translations of a market');
            return { locale, key, value, digest: translatableContentDigest };
          }),
        );
        return { translations: written.map((one) => translationView({ ...one, outdated: false })) };
      }, 'TranslationUserError'),
    translationsRemove: (args: { resourceId: string; translationKeys: string[]; locales: string[] }) =>
      answerErrors(() => {
        const removed = removeTranslations(sandbox, shop, args.resourceId, {
          keys: args.translationKeys,
          locales: args.locales,
        });
        return { translations: removed.map((one) => translationView({ ...one, outdated: false })) };
      }, 'TranslationUserError'),
  };
}

function resourceView({ shop }: Context, gid: string): View | null {
  const texts = translatableOf(shop, gid);
  if (!texts) return null;
  return {
    __typename: 'TranslatableResource',
    resourceId: gid,
    translatableContent: texts.map(({ key, value, type }) => ({
      __typename: 'TranslatableContent',
      key,
      value,
      type,
      digest: value === null ? null : digestOf(value),
      locale: shop.locales.find((one) => one.primary)?.locale ?? 'en',
    })),
    translations: (args: { locale: string; outdated?: boolean | null }) =>
      translationsOf(shop, gid, args.locale)
        .filter((one) => args.outdated == null || one.outdated === args.outdated)
        .map(translationView),
  };
}

function translationView(one: StoredTranslation & { outdated: boolean }): View {
  const { key, locale, value, outdated, updatedAt } = one;
  return { __typename: 'Translation', key, locale, value, outdated, updatedAt, market: null };
}
