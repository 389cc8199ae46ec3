import type { WireRequest } from '../wire.ts'

/** Smaller responses fit into one packet. */
export const compressedBytesMin = 1400

/** Whether the client accepts gzip. */
export const takesGzip = (headers: WireRequest['headers']): boolean => {
  const accepted = headers['accept-encoding']
  return (
    accepted !== undefined &&
    /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
  )
}
