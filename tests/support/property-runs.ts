import type { ServerPlace } from './server.ts'

/** How often a property is tried: a third as often on PostgreSQL, where each request costs more. */
export const runsAt = ({ environment }: ServerPlace, runs: number): number =>
  environment.ALMANAC_DATABASE_URL === undefined ? runs : Math.ceil(runs / 3)
