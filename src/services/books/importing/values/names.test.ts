import { expect, it } from 'vitest'
import { spokenName } from './names.ts'

it.each([
  ['James, Henry, 1843-1916', 'Henry James'],
  ['Lawrence, D. H. (David Herbert), 1885-1930', 'D. H. Lawrence'],
  ['Doyle, Arthur Conan, Sir, 1859-1930', 'Arthur Conan Doyle'],
  ['King, Martin Luther, Jr., 1929-1968', 'Martin Luther King, Jr.'],
  ['Caesar, Julius, 100 BCE-44 BCE', 'Julius Caesar'],
  ['Homer, 751? BCE-651? BCE', 'Homer'],
  ['Balzac, Honoré de, 1799-1850', 'Honoré de Balzac'],
  ['Augustine, of Hippo, Saint, 354-430', 'Augustine of Hippo'],
  ['Thomas, à Kempis, 1380-1471', 'Thomas à Kempis'],
  ['Laozi', 'Laozi'],
  ['United States. Central Intelligence Agency', 'United States. Central Intelligence Agency'],
  ['Beethoven, Ludwig, van', 'Ludwig Beethoven'],
  ['Legge, James, 1815-1897 [Translator]', 'James Legge'],
  ['Anonymous', 'Anonymous'],
  ['  ', undefined],
])('the sorted name %s is spoken %s', (sorted, spoken) => {
  expect(spokenName(sorted)).toBe(spoken)
})
