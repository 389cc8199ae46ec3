import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../api/index.ts'
import { Button, ErrorNote, Field, Page, Table } from '../ui/index.ts'
import './books.css'
import { formatNumber } from '../locale/index.ts'
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
    <Page title="Import">
      <BooksNavigation />
      <form className="form card import-form" onSubmit={submit}>
        <Field
          label="File"
          hint="In Goodreads: My Books, Import and export, Export library. Exports of StoryGraph and Calibre as CSV are read as well."
        >
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
        <Field label="Where it comes from">
          {(control) => (
            <select {...control} value={format} onChange={(event) => setFormat(event.target.value)}>
              <option value="">Detect automatically</option>
              <option value="goodreads">Goodreads</option>
              <option value="storygraph">StoryGraph</option>
              <option value="calibre">Calibre</option>
            </select>
          )}
        </Field>
        <div className="row">
          <Button kind="main" type="submit" isBusy={bring.isPending}>
            Import
          </Button>
          <Link to="/books/shelves">To your shelves</Link>
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
  readonly known: number
  readonly unknown: number
  readonly skipped: number
  readonly problems?: readonly { readonly line?: number; title?: string; reason: string }[]
}

const counts = [
  ['shelved', 'put on shelves'],
  ['known', 'known to the catalog'],
  ['added', 'added to the catalog'],
  ['unknown', 'unknown to the catalog'],
  ['skipped', 'left out'],
] as const

/** The result of an import, with every row that could not be read. */
function ImportOutcome({ outcome }: { outcome: Imported }) {
  const { problems = [] } = outcome
  return (
    <section className="stack" aria-labelledby="import-outcome">
      <h2 id="import-outcome">What was imported</h2>
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
        <Table label="Rows with problems" columns={['Line', 'Title', 'Problem']}>
          {problems.map(({ line, title, reason }, index) => (
            <tr key={index}>
              <td>{line === undefined ? '' : formatNumber(line)}</td>
              <td>
                <bdi>{title}</bdi>
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
