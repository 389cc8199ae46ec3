/** Parses CSV text (RFC 4180). */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const body = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < body.length; at++) {
    const letter = body[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (body[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (letter !== '\r') cell += letter
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows.filter((cells) => cells.some((each) => each !== ''))
}

/** CSV text (RFC 4180) of records. Its header row has the columns that any record has. */
export function csvText(records: readonly object[]): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = records.map((record) =>
    columns.map((name) => csvCell((record as Readonly<Record<string, unknown>>)[name])),
  )
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function csvCell(value: unknown): string {
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')
  // Spreadsheets would run what looks like a formula.
  const safe = /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as objects, keyed by the header row, without empty cells. */
export function recordsOf([head = [], ...rows]: readonly string[][]): Record<string, string>[] {
  return rows.map((cells) =>
    Object.fromEntries(
      head.flatMap((name, index) => {
        const value = cells[index]?.trim() ?? ''
        return value === '' || name.trim() === '' ? [] : [[name.trim(), value]]
      }),
    ),
  )
}
