import { fileURLToPath } from 'node:url'

/** Where the replica of the embedded database is. */
export type ReplicaUrl =
  | { readonly kind: 'file'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** Empty, or a path that ends with a slash. */
      readonly prefix: string
      readonly endpoint: string
      readonly region: string
    }

const regionDefault = 'us-east-1'

/** Parses `file:///folder` and `s3://bucket/prefix?region=...&endpoint=...`; rejects everything else. */
export function parseReplicaUrl(text: string): ReplicaUrl {
  const url = new URL(text)
  if (url.protocol === 'file:' && !url.search) return { kind: 'file', folder: fileURLToPath(url) }
  const { hostname: bucket, pathname, searchParams } = url
  const unknown = [...searchParams.keys()].some((name) => !['region', 'endpoint'].includes(name))
  if (url.protocol !== 's3:' || bucket === '' || url.username || unknown) throw new RangeError(text)
  const region = searchParams.get('region') ?? regionDefault
  const endpoint = new URL(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (!['http:', 'https:'].includes(endpoint.protocol)) throw new RangeError(text)
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  return { kind: 's3', bucket, prefix, endpoint: endpoint.href.replace(/\/+$/, ''), region }
}
