import type { ReactNode } from 'react'

interface Column {
  readonly label: string
  /** `number` columns are aligned at the end; the header of a `hidden` column is for screen readers only. */
  readonly kind: 'number' | 'hidden'
}

interface TableProps {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly (string | Column)[]
  /** Rows as `<tr>`. */
  readonly children: ReactNode
}

/** A table that scrolls on narrow screens, also by keyboard. */
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
