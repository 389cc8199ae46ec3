import type { CSSProperties, ReactNode } from 'react'

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

/** Tables with so many columns have no room on a tablet. */
const manyColumns = 6

/**
 * A table. On phones, and on tablets if it has many columns, its rows are cards; a table that compares numbers
 * scrolls sideways.
 */
export function Table({ label, columns, children, footer }: TableProps) {
  const stacks = footer === undefined && columns.filter(isNumber).length <= 1
  const hasMany = stacks && columns.length >= manyColumns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={hasMany ? 'table-box many' : 'table-box'} aria-label={label} tabIndex={0}>
      <table
        className={stacks ? 'table stacks' : 'table'}
        style={stacks ? columnNames(columns) : undefined}
        aria-label={label}
      >
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

const isNumber = (column: string | Column): boolean =>
  typeof column !== 'string' && column.kind === 'number'

/** The names of columns as custom properties, which a style sheet shows beside the cells of a card. */
const columnNames = (columns: readonly (string | Column)[]): CSSProperties =>
  Object.fromEntries(
    columns.map((column, index) => [
      `--column-${index + 1}`,
      JSON.stringify(typeof column === 'string' ? column : column.label),
    ]),
  )

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
