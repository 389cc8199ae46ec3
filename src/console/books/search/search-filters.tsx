import { language } from '../../locale/index.ts'
import { t } from '../../texts/books.ts'
import { Field, SelectField } from '../../ui/index.ts'
import type { VolumeSearch } from './volume-search.ts'

const choices = {
  order: { label: t.order, options: { '': t.orders.relevance, newest: t.orders.newest } },
  filter: {
    label: t.availability,
    options: {
      '': t.all,
      partial: t.availabilities.partial,
      full: t.availabilities.full,
      ebooks: t.availabilities.ebooks,
      'free-ebooks': t.availabilities.freeEbooks,
      'paid-ebooks': t.availabilities.paidEbooks,
    },
  },
  type: {
    label: t.type,
    options: { '': t.all, BOOKS: t.types.books, MAGAZINES: t.types.magazines },
  },
  library: {
    label: t.searchIn,
    options: { '': t.wholeCatalog, 'my-library': t.myShelves },
  },
} as const

const languages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko la lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk vi zh'.split(
    ' ',
  )

const names = new Intl.DisplayNames(language, { type: 'language' })

/** The filters of a search. */
export function SearchFilters({
  search,
  onSearch,
}: {
  search: VolumeSearch
  onSearch: (search: VolumeSearch) => void
}) {
  const change = (name: keyof VolumeSearch, value: string) => {
    const { [name]: _, ...rest } = search
    onSearch(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="search-filters">
      {Object.entries(choices).map(([name, { label, options }]) => (
        <Field key={name} label={label}>
          {(control) => (
            <select
              {...control}
              value={search[name as keyof VolumeSearch] ?? ''}
              onChange={(event) => change(name as keyof VolumeSearch, event.target.value)}
            >
              {Object.entries(options).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <SelectField
        label={t.language}
        value={search.language ?? ''}
        onValue={(value) => change('language', value)}
      >
        <option value="">{t.all}</option>
        {languages.map((tag) => (
          <option key={tag} value={tag}>
            {names.of(tag)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
