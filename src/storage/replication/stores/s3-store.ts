import { AwsClient } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { sha256 } from '../segment.ts'
import type { ReplicaStore, StoredObject } from './replica-store.ts'

interface S3Options {
  readonly bucket: string
  /** Empty, or a path that ends with a slash. */
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const requestMsMax = 30_000
const pagesMax = 10_000
const attemptsMax = 3
const messageCharactersMax = 200

/** A replica in a bucket of Amazon S3 or of a server that is compatible with it. */
export class S3Store implements ReplicaStore {
  readonly #options: S3Options
  readonly #client: AwsClient

  constructor(options: S3Options) {
    this.#options = options
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = options
    const keys = { accessKeyId, secretAccessKey }
    this.#client = new AwsClient({ ...keys, region, service: 's3', retries: attemptsMax - 1 })
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#call('PUT', this.#path(name), bytes)
  }

  async get(name: string): Promise<Buffer | undefined> {
    const response = await this.#call('GET', this.#path(name))
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
  }

  async list(prefix: string): Promise<StoredObject[]> {
    const found: StoredObject[] = []
    let token: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#options.prefix + prefix })
      if (token !== undefined) query.set('continuation-token', token)
      const reply = parseListing(await (await this.#call('GET', `?${query}`)).text())
      for (const { key, modifiedMs } of reply.objects) {
        found.push({ name: key.slice(this.#options.prefix.length), modifiedMs })
      }
      token = reply.nextToken
      if (token === undefined) return found
    }
    throw new Error('The replica has too many objects.')
  }

  async delete(name: string): Promise<void> {
    await this.#call('DELETE', this.#path(name))
  }

  #path(name: string): string {
    return `/${(this.#options.prefix + name).split('/').map(encodeURIComponent).join('/')}`
  }

  /** Sends a request. A missing object is no failure, but a missing bucket is. */
  async #call(method: string, path: string, body?: Uint8Array): Promise<Response> {
    const { endpoint, bucket } = this.#options
    const response = await this.#client.fetch(`${endpoint}/${bucket}${path}`, {
      method,
      signal: AbortSignal.timeout(requestMsMax),
      ...(body && {
        body: body as Uint8Array<ArrayBuffer>,
        headers: { 'X-Amz-Content-Sha256': sha256(body) },
      }),
    })
    if (response.ok || (response.status === 404 && path.startsWith('/'))) return response
    const text = (await response.text()).slice(0, messageCharactersMax)
    throw new Error(`The bucket ${bucket} answered ${response.status} to ${method}: ${text}`)
  }
}

/** Reads the answer to ListObjectsV2. */
function parseListing(xml: string) {
  const objects: { key: string; modifiedMs: number }[] = []
  let nextToken: string | undefined
  let object: Record<string, string> = {}
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    text = ''
    if (name === 'Contents') object = {}
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    object[name] = text
    if (name === 'NextContinuationToken') nextToken = text
    if (name !== 'Contents') return
    objects.push({
      key: object.Key!,
      modifiedMs: Temporal.Instant.from(object.LastModified!).epochMilliseconds,
    })
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return { objects, nextToken }
}
