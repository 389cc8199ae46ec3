/** What replaces a secret in recorded requests and responses. */
const mask = 'masked'

const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-goog-api-key',
])

const secretNames = new Set([
  'access_token',
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'device_code',
  'id_token',
  'key',
  'oauth_token',
  'password',
  'private_key',
  'recoveryCodes',
  'refresh_token',
  'secret',
  'subject_token',
  'token',
])

/** The value of a header as it may be recorded. The scheme of an authorization is no secret. */
export function maskedHeader(name: string, value: string): string {
  const lowerCase = name.toLowerCase()
  if (lowerCase === 'location') return maskedUrl(value)
  if (!secretHeaders.has(lowerCase)) return maskedText(value)
  const scheme = /^(?:Basic|Bearer) /i.exec(value)?.[0] ?? ''
  return scheme + mask
}

/** A URL without the secrets in its query. */
export function maskedUrl(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? url : url.slice(0, start + 1) + maskedForm(url.slice(start + 1))
}

/** A body without its secrets, depending on its type. */
export function maskedBody(text: string, contentType: string): string {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) {
    try {
      return JSON.stringify(maskedJson(JSON.parse(text)))
    } catch {
      return maskedMembers(text)
    }
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return maskedForm(text)
  return maskedMembers(text)
}

/** A secret in JSON text that is not parsed: one that was cut off, or a part of a batch. */
const secretMember = new RegExp(
  String.raw`("(?:${[...secretNames].join('|')})"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?)`,
  'g',
)

const maskedMembers = (text: string): string =>
  maskedText(text.replace(secretMember, `$1"${mask}"`))

function maskedJson(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(maskedJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.has(name) && isSecret(member) ? mask : maskedJson(member),
    ]),
  )
}

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'))

/** Parameters are changed in place, so that others keep their encoding. */
const maskedForm = (text: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return secretNames.has(name) ? `${name}=${mask}` : maskedText(pair)
    })
    .join('&')

/** Text that may contain tokens of this server, JSON Web Tokens and the headers of batch parts. */
const maskedText = (text: string): string =>
  text
    .replace(/\balm_\w+/g, mask)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, mask)
    .replace(/^(authorization:\s*(?:\w+ )?)[^\r\n]+/gim, `$1${mask}`)
    .replace(/([?&](?:access_token|oauth_token|key)=)[^&\s"]+/g, `$1${mask}`)
