/** A number for operators that a part of the server counts or measures. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  /** One number, or several by the value of the label. */
  readonly value: () => number | ReadonlyMap<string, number>
  readonly label?: string
}
