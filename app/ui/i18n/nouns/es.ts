import { choose, type NounRules } from '../noun-forms.ts';

/** How Spanish sentences use the store's words. */
export const nounRules: NounRules = {
  singular: (word, gender) => {
    const by = (masculine: string, feminine: string) => `${choose(gender, [masculine, feminine, masculine])} ${word}`;
    const [the, a] = [by('el', 'la'), by('un', 'una')];
    return {
      the,
      theAcc: the,
      theDat: by('al', 'a la'),
      ofThe: by('del', 'de la'),
      toThe: by('al', 'a la'),
      a,
      aAcc: a,
      aDat: `a ${a}`,
      ofA: `de ${a}`,
      of: `de ${word}`,
      this: by('este', 'esta'),
      thisAcc: by('este', 'esta'),
      no: by('ningún', 'ninguna'),
      noAcc: by('ningún', 'ninguna'),
      new: by('nuevo', 'nueva'),
      newAcc: by('nuevo', 'nueva'),
    };
  },
  plural: (word, gender) => {
    const [article, ending] = gender === 'feminine' ? ['las', 'as'] : ['los', 'os'];
    return {
      the: `${article} ${word}`,
      ofThe: `de ${article} ${word}`,
      of: `de ${word}`,
      toThe: `a ${article} ${word}`,
      new: `nuev${ending} ${word}`,
      all: `tod${ending} ${article} ${word}`,
      other: `otr${ending} ${word}`,
    };
  },
};
