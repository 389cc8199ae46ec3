/** For counters, which are incremented outside of transactions. */
export const counterConnections = 2
const listeningConnections = 1
/** One of so many connections is for reports. */
const perReport = 8

/**
 * Divides the connections that a process may open, at least five. A migration uses one of those for requests,
 * because it runs before there are any.
 */
export function connectionShares(total: number): { requests: number; reports: number } {
  const reports = Math.max(1, Math.floor(total / perReport))
  return { requests: total - counterConnections - listeningConnections - reports, reports }
}
