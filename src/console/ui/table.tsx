import type { ReactNode } from 'react'

interface Column {
  readonly label: string
  /** Numbers stand at the end of the cell; what is `hidden` has a name only for those who need it. */
  readonly kind: 'number' | 'hidden'
}

interface TableProps {
  /** What the rows are. */
  readonly label: string
  readonly columns: readonly (string | Column)[]
  /** Rows as `<tr>`. */
  readonly children: ReactNode
}

/** Rows and columns; on a narrow screen it scrolls by itself, also by keyboard. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-box" aria-label={label} tabIndex={0}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead
                key={typeof column === 'string' ? column : column.label}
                column={column}
              />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function ColumnHead({ column }: { column: string | Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>
  const { label, kind } = column
  return kind === 'number' ? (
    <th scope="col" className="number">
      {label}
    </th>
  ) : (
    <th scope="col">
      <span className="visually-hidden">{label}</span>
    </th>
  )
}
