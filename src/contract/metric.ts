/** A number for operators that a service counts or measures. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly value: () => number
}
