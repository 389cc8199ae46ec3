import { ApiProblem, api } from '../../api/index.ts'

const batchSize = 200

export interface RowProblem {
  /** The line in the file; the first one has the names. */
  readonly line: number
  readonly message: string
}

export interface Uploaded {
  readonly rows: number
  readonly problems: readonly RowProblem[]
}

/** Sends rows in batches; rows that are refused are told one by one and do not hold up the others. */
export async function uploadConversions(
  rows: readonly Readonly<Record<string, string>>[],
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
