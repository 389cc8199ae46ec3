import type { Figure } from './figure.ts'

/** Measures one thing from start to end, and leaves nothing behind. */
export type Workload = () => Promise<Figure[]>
