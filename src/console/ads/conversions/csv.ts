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

/** Rows as objects, keyed by the header row, without empty cells. */
export function csvRecords(text: string): Record<string, string>[] {
  const [head = [], ...rows] = csvRows(text)
  return rows.map((cells) =>
    Object.fromEntries(
      head.flatMap((name, index) => {
        const value = cells[index]?.trim() ?? ''
        return value === '' || name.trim() === '' ? [] : [[name.trim(), value]]
      }),
    ),
  )
}
