import type { Download, TextFile } from '#/contract/answer.ts'
import { badRequest } from '#/kernel/errors.ts'
import { compressedBytesMin, takesGzip } from '../listener/compression.ts'
import type { WireReply, WireRequest } from '../wire.ts'
import { gzipEtag, namesRepresentation, repeatedEtag } from './etags.ts'

/** The response with a file, or with the requested range of it. */
export async function downloadReply(
  { contentType, open }: Download,
  request: WireRequest,
): Promise<WireReply> {
  if (request.isBatchPart) throw badRequest('A file cannot be a part of a batch.')
  const { source, bytes, etag } = await open()
  const headers: Record<string, string> = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=0, must-revalidate',
    ETag: etag,
  }
  const { 'if-none-match': clientEtag, range, 'if-range': condition } = request.headers
  if (clientEtag !== undefined && namesRepresentation(clientEtag, etag)) {
    headers.ETag = repeatedEtag(clientEtag, etag)
    return { status: 304, headers, body: undefined }
  }
  const isAsked = range !== undefined && (condition === undefined || condition === etag)
  const part = isAsked ? partIn(range, bytes) : undefined
  if (part === 'none') {
    headers['Content-Range'] = `bytes */${bytes}`
    return { status: 416, headers, body: undefined }
  }
  const { first, last } = part ?? { first: 0, last: bytes - 1 }
  // Ranges refer to the uncompressed file, so that only whole files are compressed.
  const isGzip =
    range === undefined &&
    bytes >= compressedBytesMin &&
    isText(contentType) &&
    takesGzip(request.headers)
  if (isGzip) {
    headers['Content-Encoding'] = 'gzip'
    headers.ETag = gzipEtag(etag)
  } else headers['Content-Length'] = String(last - first + 1)
  if (part !== undefined) headers['Content-Range'] = `bytes ${first}-${last}/${bytes}`
  const status = part === undefined ? 200 : 206
  return { status, headers, body: undefined, file: { source, first, last, isGzip } }
}

/** The response with a generated file. */
export function textFileReply(
  { contentType, name, content }: TextFile,
  request: WireRequest,
): WireReply {
  if (request.isBatchPart) throw badRequest('A file cannot be a part of a batch.')
  const plainName = name.replace(/[^\w@.-]/g, '_')
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'no-store',
    },
    ...(Array.isArray(content)
      ? { body: content }
      : { body: undefined, chunks: content as AsyncIterable<Buffer> }),
  }
}

const isText = (contentType: string) => /^text\/|json/.test(contentType)

const rangeForm = /^bytes=(\d{0,15})-(\d{0,15})$/

/** The range of a header; `none` if it cannot be satisfied, undefined if it is not understood. */
export function partIn(
  header: string,
  bytes: number,
): { readonly first: number; readonly last: number } | 'none' | undefined {
  const [, from, to] = rangeForm.exec(header.trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'none' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= bytes ? 'none' : { first, last }
}
