import type { WireRequest } from '../wire.ts'

/** Below this an answer leaves in one packet anyway. */
export const compressedBytesMin = 1400

/** The caller takes answers that are compressed. */
export const takesGzip = (headers: WireRequest['headers']): boolean => {
  const accepted = headers['accept-encoding']
  return (
    accepted !== undefined &&
    /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
  )
}
