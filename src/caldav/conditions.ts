import { namesVersion } from '#/http/response/etags.ts'
import type { WireReply } from '#/http/wire.ts'
import { conditionNotMet } from '#/kernel/errors.ts'
import type { ObjectMatch, WrittenObject } from '#/services/calendar/service.ts'
import type { DavCall } from './dav-call.ts'
import { davHeaders } from './multistatus.ts'

/** The version that a program has seen, if it names one by its etag or its schedule tag. */
export function matchOf(call: DavCall): ObjectMatch | undefined {
  const [ifMatch, ifScheduleTagMatch] = [
    call.header('if-match'),
    call.header('if-schedule-tag-match'),
  ]
  if (ifMatch === undefined && ifScheduleTagMatch === undefined) return undefined
  return {
    require: ({ etag, scheduleTag }) => {
      const isSame = ifMatch === undefined || namesVersion(ifMatch, etag)
      const isSameSchedule =
        ifScheduleTagMatch === undefined || ifScheduleTagMatch.trim() === scheduleTag
      if (!isSame || !isSameSchedule) throw conditionNotMet()
    },
    allowsResponses: ifMatch === undefined,
  }
}

/** The headers of a response that say which version an object has. */
export const versionHeaders = ({
  etag,
  scheduleTag,
}: Omit<WrittenObject, 'isNew'>): Record<string, string> => ({
  ...(etag !== undefined && { ETag: etag }),
  ...(scheduleTag !== undefined && { 'Schedule-Tag': scheduleTag }),
})

/** The response to a request that has written an object. */
export const writtenReply = (written: WrittenObject): WireReply => ({
  status: written.isNew ? 201 : 204,
  headers: { ...davHeaders, ...versionHeaders(written) },
  body: undefined,
})
