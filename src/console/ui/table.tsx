import type { ReactNode } from 'react'

interface Column {
  readonly label: string
  /** `number` columns are aligned at the end; the header of a `hidden` column is for screen readers only. */
  readonly kind: 'text' | 'number' | 'hidden'
  /** The order of the rows by this column, if they can be sorted by it. */
  readonly sorted?: 'none' | 'ascending' | 'descending'
  readonly onSort?: () => void
}

interface TableProps {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly (string | Column)[]
  /** Rows as `<tr>`. */
  readonly children: ReactNode
  /** Rows below, such as totals. */
  readonly footer?: ReactNode
}

/** A table that scrolls on narrow screens, also by keyboard. */
export function Table({ label, columns, children, footer }: TableProps) {
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
        {footer !== undefined && <tfoot>{footer}</tfoot>}
      </table>
    </section>
  )
}

function ColumnHead({ column }: { column: string | Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>
  const { label, kind, sorted, onSort } = column
  return (
    <th scope="col" className={kind === 'number' ? 'number' : undefined} aria-sort={sorted}>
      {kind === 'hidden' ? (
        <span className="visually-hidden">{label}</span>
      ) : onSort === undefined ? (
        label
      ) : (
        <button type="button" className="sort" onClick={onSort}>
          {label}
        </button>
      )}
    </th>
  )
}
