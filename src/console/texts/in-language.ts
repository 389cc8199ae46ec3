import { textLanguage } from '../locale/language.ts'

/** The texts of an area in the language of the user. English defines the keys; German is loaded if it is used. */
export const inLanguage = async <Texts>(
  english: Texts,
  loadGerman: () => Promise<Texts>,
): Promise<Texts> => (textLanguage === 'de' ? loadGerman() : english)
