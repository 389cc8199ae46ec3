import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiProblem, api, save } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { Button, Dialog, ErrorNote, Field, Table } from '../../ui/index.ts'
import {
  type ConversionRecord,
  template,
  type UploadPreview,
  uploadPreview,
} from './upload-preview.ts'

/** Uploads the rows of a CSV file, and shows why rows are rejected. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useId()
  const [preview, setPreview] = useState<UploadPreview>()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const upload = useMutation({
    mutationFn: async (rows: readonly ConversionRecord[]) => {
      setProgress({ done: 0, all: rows.length })
      return uploadConversions(rows, (done) => setProgress({ done, all: rows.length }))
    },
    onError: () => {},
    onSettled: () => client.invalidateQueries({ queryKey: ['ads', 'conversions'] }),
  })
  const choose = async (file: File | undefined) => {
    upload.reset()
    setPreview(file === undefined ? undefined : uploadPreview(await file.text()))
  }
  const saveTemplate = () => save(new Blob([template], { type: 'text/csv' }), 'conversions.csv')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (preview !== undefined) upload.mutate(preview.records)
  }
  return (
    <Dialog
      title={t.uploadTitle}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button kind="main" type="submit" form={form} isBusy={upload.isPending}>
            {t.upload}
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label={t.csvFile} hint={t.csvHint}>
          {(control) => (
            <input
              {...control}
              type="file"
              required
              accept=".csv,text/csv"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <div>
          <Button onClick={saveTemplate}>{t.downloadTemplate}</Button>
        </div>
      </form>
      {preview !== undefined && upload.data === undefined && <Preview preview={preview} />}
      {upload.isPending && (
        <progress
          aria-label={t.uploadProgress}
          max={Math.max(progress.all, 1)}
          value={progress.done}
        />
      )}
      {upload.error && <ErrorNote error={upload.error} />}
      {upload.data !== undefined && <Outcomes uploaded={upload.data} />}
    </Dialog>
  )
}

const previewRowsMax = 5

/** The first rows of the chosen file, and what is wrong with its columns. */
function Preview({ preview }: { preview: UploadPreview }) {
  const { columns, records, unknownColumns, missingColumns } = preview
  return (
    <>
      <p role="status">{t.previewCount(records.length)}</p>
      {missingColumns.length > 0 && (
        <p role="alert">{t.missingColumns(missingColumns.join(', '))}</p>
      )}
      {unknownColumns.length > 0 && (
        <p role="alert">{t.unknownColumns(unknownColumns.join(', '))}</p>
      )}
      {records.length > 0 && (
        <Table label={t.preview} columns={columns}>
          {records.slice(0, previewRowsMax).map((record, index) => (
            <tr key={`row ${index + 1}`}>
              {columns.map((name) => (
                <td key={name}>
                  <bdi>{record[name]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

function Outcomes({ uploaded: { rows, problems } }: { uploaded: Uploaded }) {
  return (
    <>
      <p role="status">{t.uploaded(rows - problems.length, rows)}</p>
      {problems.length > 0 && (
        <Table label={t.rejectedRows} columns={[t.line, t.reason]}>
          {problems.map(({ line, message }) => (
            <tr key={`${line} ${message}`}>
              <td>{formatNumber(line)}</td>
              <td>{message}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

const batchSize = 200

interface RowProblem {
  /** The line number in the file. The first line is the header. */
  readonly line: number
  readonly message: string
}

interface Uploaded {
  readonly rows: number
  readonly problems: readonly RowProblem[]
}

/** Uploads rows in batches. Rejected rows are reported one by one and do not block the others. */
async function uploadConversions(
  rows: readonly ConversionRecord[],
  onProgress: (done: number) => void,
): Promise<Uploaded> {
  const problems: RowProblem[] = []
  for (let start = 0; start < rows.length; start += batchSize) {
    problems.push(...(await sendBatch(rows.slice(start, start + batchSize), start)))
    onProgress(Math.min(start + batchSize, rows.length))
  }
  return { rows: rows.length, problems }
}

async function sendBatch(conversion: readonly object[], start: number): Promise<RowProblem[]> {
  try {
    await api.post('/doubleclicksearch/v2/conversion', { body: { conversion } })
    return []
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 400) throw error
    return error.details.map(({ location = '', message }) => {
      const index = Number(/^conversion\[(\d+)\]/.exec(location)?.[1] ?? 0)
      return { line: start + index + 2, message }
    })
  }
}
