import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../api/index.ts'
import { Button, ErrorNote, Field, Page } from '../ui/index.ts'
import './books.css'
import { BooksNavigation } from './books-navigation.tsx'
import { type Imported, ImportOutcome } from './import-outcome.tsx'

/** Brings the library of another service here: volumes come onto shelves of the same names. */
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
