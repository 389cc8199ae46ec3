import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../api/index.ts'
import { Button, ErrorNote, Field, Page, SelectField, Table } from '../ui/index.ts'
import './books.css'
import { formatNumber } from '../locale/index.ts'
import { t } from '../texts/books.ts'
import { messageForUser } from '../texts/server-messages.ts'
import { BooksNavigation } from './books-navigation.tsx'

/** Imports the library of another service to bookshelves with the same names. */
export function ImportPage() {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [format, setFormat] = useState('')
  const bring = useMutation({
    mutationFn: (chosen: File) =>
      api.post<Imported>('/almanac/v1/users/me/library/import', {
        query: { format: format === '' ? undefined : format },
        body: chosen,
        headers: { 'Content-Type': 'text/csv' },
      }),
    onError: () => {},
    onSuccess: () => client.invalidateQueries({ queryKey: ['books'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined) bring.mutate(file)
  }
  return (
    <Page title={t.import}>
      <BooksNavigation />
      <form className="form card import-form" onSubmit={submit}>
        <Field label={t.file} hint={t.importHint}>
          {(control) => (
            <input
              {...control}
              type="file"
              required
              accept=".csv,text/csv"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          )}
        </Field>
        <SelectField label={t.source} value={format} onValue={setFormat}>
          <option value="">{t.detect}</option>
          {Object.entries(t.sources).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="row">
          <Button kind="main" type="submit" isBusy={bring.isPending}>
            {t.import}
          </Button>
          <Link to="/books/shelves">{t.viewShelves}</Link>
        </div>
      </form>
      {bring.error && <ErrorNote error={bring.error} />}
      {bring.data !== undefined && <ImportOutcome outcome={bring.data} />}
    </Page>
  )
}

interface Imported {
  readonly format: string
  readonly shelved: number
  readonly added: number
  readonly reviewed: number
  readonly known: number
  readonly unknown: number
  readonly skipped: number
  readonly problems?: readonly { readonly line?: number; title?: string; reason: string }[]
}

const counts = [
  ['shelved', t.counts.shelved],
  ['reviewed', t.counts.reviewed],
  ['known', t.counts.known],
  ['added', t.counts.added],
  ['unknown', t.counts.unknown],
  ['skipped', t.counts.skipped],
] as const

/** The result of an import, with every row that could not be read. */
function ImportOutcome({ outcome }: { outcome: Imported }) {
  const { problems = [] } = outcome
  return (
    <section className="stack" aria-labelledby="import-outcome">
      <h2 id="import-outcome">{t.importResult}</h2>
      <div role="status">
        <ul className="import-counts plain-list">
          {counts.map(([name, words]) => (
            <li key={name}>
              <strong>{formatNumber(outcome[name])}</strong> {words}
            </li>
          ))}
        </ul>
      </div>
      {problems.length > 0 && (
        <Table label={t.problemRows} columns={[t.line, t.title, t.problem]}>
          {problems.map(({ line, title, reason }, index) => (
            <tr key={index}>
              <td>{line === undefined ? '' : formatNumber(line)}</td>
              <td>
                <bdi>{title}</bdi>
              </td>
              <td>{messageForUser(reason)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
