import { runAlmanac, type ServerPlace } from './server.ts'
import { signed } from './signed-jwt.ts'

/** The members of a key file that tests use. */
interface KeyFile {
  readonly client_email: string
  readonly client_id: string
  readonly private_key: string
  readonly private_key_id: string
}

/** A service account as its own program sees it: the contents of its key file. */
export class TestServiceAccount {
  readonly file: KeyFile
  readonly #base: string

  constructor(file: KeyFile, base: string) {
    this.file = file
    this.#base = base
  }

  /** What Node's library would sign to get a token, with other claims and another header. */
  assertion(claims: object = {}, header: object = {}): string {
    const iat = Math.floor(Date.now() / 1000)
    const aud = `${this.#base}/token`
    const scope = 'https://www.googleapis.com/auth/calendar'
    const all = { iss: this.file.client_email, aud, iat, exp: iat + 3600, scope, ...claims }
    return signed({ alg: 'RS256', ...header }, all, { privateKey: this.file.private_key })
  }

  /** What Node's library would sign to call without asking for a token. */
  selfSigned(claims: object = {}, header: object = {}): string {
    const { client_email: sub, private_key_id: kid } = this.file
    const own = { sub, aud: `${this.#base}/`, scope: undefined }
    return this.assertion({ ...own, ...claims }, { kid, ...header })
  }
}

/** Makes an account with the command line, as an operator does. */
export async function newServiceAccount(
  { place, base }: { place: ServerPlace; base: string },
  name: string,
): Promise<TestServiceAccount> {
  const words = ['service-account', 'create', name, '--url', base]
  const { code, stdout, stderr } = await runAlmanac(words, place.environment)
  if (code !== 0) throw new Error(`no service account: ${stderr}`)
  return new TestServiceAccount(JSON.parse(stdout) as KeyFile, base)
}
