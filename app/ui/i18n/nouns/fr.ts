import { startsWithVowel, choose, type NounRules } from '../noun-forms.ts';

/** How French sentences use the store's words. */
export const nounRules: NounRules = {
  singular: (word, gender) => {
    const elides = startsWithVowel(word);
    const by = (masculine: string, feminine: string) => `${choose(gender, [masculine, feminine, masculine])} ${word}`;
    const the = elides ? `l’${word}` : by('le', 'la');
    const toThe = elides ? `à l’${word}` : by('au', 'à la');
    const [a, aNew] = [by('un', 'une'), by(elides ? 'nouvel' : 'nouveau', 'nouvelle')];
    return {
      the,
      theAcc: the,
      theDat: toThe,
      ofThe: elides ? `de l’${word}` : by('du', 'de la'),
      toThe,
      a,
      aAcc: a,
      aDat: `à ${a}`,
      ofA: `d’${a}`,
      of: elides ? `d’${word}` : `de ${word}`,
      this: by(elides ? 'cet' : 'ce', 'cette'),
      thisAcc: by(elides ? 'cet' : 'ce', 'cette'),
      no: by('aucun', 'aucune'),
      noAcc: by('aucun', 'aucune'),
      new: aNew,
      newAcc: aNew,
    };
  },
  plural: (word, gender) => {
    const isFeminine = gender === 'feminine';
    const of = startsWithVowel(word) ? `d’${word}` : `de ${word}`;
    return {
      the: `les ${word}`,
      ofThe: `des ${word}`,
      of,
      toThe: `aux ${word}`,
      new: `${isFeminine ? 'nouvelles' : 'nouveaux'} ${word}`,
      all: `${isFeminine ? 'toutes' : 'tous'} les ${word}`,
      other: `d’autres ${word}`,
    };
  },
};
