import type { TextLanguage } from '../locale/display-settings.ts'
import { textLanguage } from '../locale/language.ts'

/** The texts of an area in the language of the user. English defines the keys. */
export const inLanguage = <Texts>(catalogs: Readonly<Record<TextLanguage, Texts>>): Texts =>
  catalogs[textLanguage]
