import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatNumber } from '../../locale/index.ts'
import { Button, Dialog, ErrorNote, Field, Table } from '../../ui/index.ts'
import { csvRecords } from './csv.ts'
import { type Uploaded, uploadConversions } from './upload.ts'

/** Reads a CSV file here and sends its rows, with a reason for each that is refused. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useId()
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const rows = csvRecords(await chosen.text())
      setProgress({ done: 0, all: rows.length })
      return uploadConversions(rows, (done) => setProgress({ done, all: rows.length }))
    },
    onError: () => {},
    onSettled: () => client.invalidateQueries({ queryKey: ['ads', 'conversions'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined) upload.mutate(file)
  }
  return (
    <Dialog
      title="Upload conversions"
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="main" type="submit" form={form} isBusy={upload.isPending}>
            Upload
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field
          label="CSV file"
          hint="The first line names the fields as the interface does: conversionId, conversionTimestamp, clickId, segmentationName, revenueMicros and others."
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
      </form>
      {upload.isPending && (
        <progress aria-label="Upload" max={Math.max(progress.all, 1)} value={progress.done} />
      )}
      {upload.error && <ErrorNote error={upload.error} />}
      {upload.data !== undefined && <Outcomes uploaded={upload.data} />}
    </Dialog>
  )
}

function Outcomes({ uploaded: { rows, problems } }: { uploaded: Uploaded }) {
  return (
    <>
      <p role="status">
        {formatNumber(rows - problems.length)} of {formatNumber(rows)} rows were taken.
      </p>
      {problems.length > 0 && (
        <Table label="Refused rows" columns={['Line', 'Reason']}>
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
