import { namesVersion } from '#/http/response/etags.ts'
import { conditionNotMet } from '#/kernel/errors.ts'
import type { DavCall } from './dav-call.ts'

/** The check of the version that a program has seen, if it names one. */
export function matchOf(call: DavCall): ((etag: string) => void) | undefined {
  const wanted = call.header('if-match')
  if (wanted === undefined) return undefined
  return (etag) => {
    if (!namesVersion(wanted, etag)) throw conditionNotMet()
  }
}
