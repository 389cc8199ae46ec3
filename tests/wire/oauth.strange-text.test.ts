import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { newProgram, type Program } from '../support/program.ts'
import { onServers } from '../support/sites.ts'

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedBy = (iss: string): string => `${part({ alg: 'RS256' })}.${part({ iss })}.AAAA`
// PostgreSQL cannot store a NUL character, and fails where it is asked for one.
onServers('a name with a NUL character', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site)
  })

  it.each<[string, number, () => Promise<{ readonly status: number }>]>([
    ['client that asks for access', 400, () => site.call(program.address({ client_id: '\0' }))],
    ['client that asks for tokens', 401, () => program.token({ client_id: '\0' })],
    ['client that asks about tokens', 401, () => program.post('/introspect', { client_id: '\0' })],
    ['device', 401, () => program.post('/device/code', { client_id: '\0' })],
    [
      'signer of an assertion',
      400,
      () => program.token({ grant_type: jwtBearer, assertion: signedBy('\0') }),
    ],
    [
      'signer of a token',
      401,
      () =>
        site.call('/calendar/v3/users/me/calendarList', {
          headers: { Authorization: `Bearer ${signedBy('\0')}` },
        }),
    ],
  ])('belongs to no %s', async (_, status, ask) => {
    expect((await ask()).status).toBe(status)
  })

  it.each(['%00', 'a%00b', '..', ''])('belongs to no identity provider: %s', async (name) => {
    const browser = new BrowserUser(site.base)
    const { page } = await browser.open(program.address({ prompt: 'login' }))
    const { page: next } = await browser.open(`${page.path}?with=${name}`)
    expect([next.status, next.heading]).toEqual([404, 'Sign in'])
  })
})
