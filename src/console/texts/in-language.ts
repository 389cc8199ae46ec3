import { textLanguage } from '../locale/language.ts'

/** The catalogs of an area by language. English defines the keys. */
interface Catalogs<Texts> {
  readonly en: Texts
}

/** The texts of an area in the language of the user. */
export const inLanguage = <Texts>(catalogs: Catalogs<Texts>): Texts => catalogs[textLanguage]
