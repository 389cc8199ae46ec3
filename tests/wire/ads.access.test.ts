import { beforeAll, describe, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { reportOf, request, settled } from '../support/ads-reports.ts'
import { clicked, ofKeyword } from '../support/conversion-rows.ts'
import type { HttpReply } from '../support/http.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer, onServers, type ServerSite } from '../support/sites.ts'

const advertiser = `/agency/${ids.agency}/advertiser/${ids.advertiser}`

/** Every operation that is about an advertiser, and the least role for it. */
const operations: Readonly<
  Record<string, { least: 'reader' | 'uploader'; call: (user: AdsUser) => Promise<HttpReply> }>
> = {
  'conversion.insert': { least: 'uploader', call: (user) => user.insert(ofKeyword()) },
  'conversion.update': {
    least: 'uploader',
    call: (user) => user.update(ofKeyword({ conversionId: 'known', conversionTimestamp: knownMs })),
  },
  'conversion.updateAvailability': {
    least: 'uploader',
    call: (user) => {
      const named = { agencyId: ids.agency, advertiserId: ids.advertiser, segmentationId: '26259' }
      const availability = { ...named, availabilityTimestamp: '1700000000000' }
      const body = { availabilities: [availability] }
      return user.call('/conversion/updateAvailability', { method: 'POST', body })
    },
  },
  'conversion.get': { least: 'reader', call: (user) => user.list() },
  'conversion.getByCustomerId': {
    least: 'reader',
    call: (user) => user.call(customerPath(ids.customer)),
  },
  'reports.getIdMappingFile': {
    least: 'reader',
    call: (user) => user.call(`${advertiser}/idmapping`),
  },
  'savedColumns.list': { least: 'reader', call: (user) => user.call(`${advertiser}/savedcolumns`) },
}

const customerPath = (customerId: string) =>
  `/customer/${customerId}/conversion?startDate=20200101&endDate=20991231&rowCount=10&startRow=0`

const knownMs = '1700000000000'

/** Who may do what is said of them by their grant. */
const holders: Readonly<Record<string, (site: ServerSite) => Promise<AdsUser>>> = {
  nobody: async (site) => new AdsUser(await site.user()),
  'an uploader of another advertiser': (site) =>
    newAdsUser(site, { role: 'uploader', on: ['--advertiser', ids.otherAdvertiser] }),
  reader: (site) => newAdsUser(site, { role: 'reader' }),
  'reader of the agency': (site) =>
    newAdsUser(site, { role: 'reader', on: ['--agency', ids.agency] }),
  uploader: (site) => newAdsUser(site),
  'uploader of the agency': (site) => newAdsUser(site, { on: ['--agency', ids.agency] }),
}

onServers('access to an advertiser', (site) => {
  const users = new Map<string, AdsUser>()

  beforeAll(async () => {
    await tellPlatform(site)
    const made = Object.entries(holders).map(async ([name, make]) =>
      users.set(name, await make(site)),
    )
    await Promise.all(made)
    const known = ofKeyword({ conversionId: 'known', conversionTimestamp: knownMs })
    expect((await users.get('uploader')!.insert(known)).status).toBe(200)
  })

  for (const holder of Object.keys(holders)) {
    describe(`of ${holder}`, () => {
      it.each(Object.entries(operations))('%s', async (_, { least, call }) => {
        const isReader = /^reader( of the agency)?$/.test(holder)
        const isUploader = /^uploader/.test(holder)
        const isAllowed = isUploader || (isReader && least === 'reader')
        const reply = await call(users.get(holder)!)
        if (isAllowed)
          expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 200 })
        else {
          expect(reply.status).toBe(403)
          expect(reply.json.error).toMatchObject({ errors: [{ reason: 'forbidden' }] })
        }
      })
    })
  }

  it.each(['conversion.insert', 'conversion.update', 'conversion.updateAvailability'])(
    'tells a reader that uploading is what they may not do: %s',
    async (name) => {
      const reply = await operations[name]!.call(users.get('reader')!)
      expect(reply.text).toContain(
        `The user does not have permission to upload conversions to advertiser ${ids.advertiser}`,
      )
    },
  )

  it.each(['nobody', 'an uploader of another advertiser'])(
    'tells %s nothing about a click: it is as one that there is not',
    async (holder) => {
      const user = users.get(holder)!
      for (const post of [user.insert.bind(user), user.update.bind(user)]) {
        const answers = await Promise.all(
          [ids.click, 'no-such-click'].map(async (clickId) => {
            const row = clicked({ conversionId: 'theirs', clickId, conversionTimestamp: knownMs })
            const { status, text } = await post(row)
            return { status, text: text.replaceAll(clickId, '(click)') }
          }),
        )
        expect(answers[0]).toEqual(answers[1])
        expect(answers[0]).toMatchObject({
          status: 400,
          text: expect.stringContaining('0x00000101'),
        })
      }
    },
  )

  it.each(['nobody', 'an uploader of another advertiser'])(
    'tells %s nothing about who is there',
    async (holder) => {
      const user = users.get(holder)!
      const pairs: [string, string][] = [
        [`${advertiser}/savedcolumns`, `/agency/${ids.agency}/advertiser/1/savedcolumns`],
        [`${advertiser}/idmapping`, `/agency/1/advertiser/${ids.advertiser}/idmapping`],
        [customerPath(ids.customer), customerPath('1000000001')],
        [customerPath(ids.customer), customerPath('4711')],
      ]
      for (const paths of pairs) {
        const [there, nowhere] = await Promise.all(
          paths.map(async (path) => {
            const { status, text } = await user.call(path)
            return { status, text: text.replace(/\d{4,}/g, '(id)').replace(/ 1\b/g, ' (id)') }
          }),
        )
        expect(there).toEqual(nowhere)
        expect(there!.status).toBe(403)
      }
      const availabilities = [ids.subManager, '1000000001'].map(async (customerId) => {
        const said = { customerId, segmentationId: '26259', availabilityTimestamp: '1700000000000' }
        const body = { availabilities: [said] }
        const reply = await user.call('/conversion/updateAvailability', { method: 'POST', body })
        return { status: reply.status, text: reply.text }
      })
      const [there, nowhere] = await Promise.all(availabilities)
      expect(there).toEqual(nowhere)
    },
  )

  it('ends with the grant, also for existing reports', async () => {
    const user = await newAdsUser(site)
    const report = reportOf('campaign', ['campaign'])
    const { id } = (await request(user, report)).json
    expect((await settled(user, id)).json.isReportReady).toBe(true)
    expect((await user.call(`/reports/${id}/files/0`)).status).toBe(200)
    await runAds(site, 'revoke', user.email, '--advertiser', ids.advertiser)
    expectRefusal(await user.call(`/reports/${id}`), notFound)
    expectRefusal(await user.call(`/reports/${id}/files/0`), notFound)
  })

  it('ends with the grant, and the response shows the grant', async () => {
    const user = await newAdsUser(site)
    expect(await runAds(site, 'grants', user.email)).toBe(
      `advertiser ${ids.advertiser}\tuploader\n`,
    )
    await runAds(site, 'revoke', user.email, '--advertiser', ids.advertiser)
    expect((await user.list()).status).toBe(403)
    expect((await user.insert(ofKeyword())).status).toBe(403)
    expect(await runAds(site, 'grants', user.email)).toBe('')
  })
})

onEmbeddedServer('access to an advertiser', (site) => {
  beforeAll(() => tellPlatform(site))

  it.each([
    ['a role that there is not', ['--advertiser', ids.advertiser, '--role', 'owner'], 'owner'],
    ['an advertiser that there is not', ['--advertiser', '1'], 'There is no advertiser 1.'],
    ['an agency that there is not', ['--agency', '1'], 'There is no agency 1.'],
    ['nothing', [], 'Name an agency or an advertiser.'],
    ['both', ['--agency', ids.agency, '--advertiser', ids.advertiser], 'Name an agency or'],
  ])('is not granted on %s', async (_, words, says) => {
    const { email } = await site.user()
    const { code, stderr } = await runAlmanac(
      ['ads', 'grant', email, ...words],
      site.place.environment,
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) })
  })

  it('is not granted to an unknown user, nor revoked from a user without a grant', async () => {
    const on = ['--advertiser', ids.advertiser]
    const stranger = ['ads', 'grant', 'nobody@example.com', ...on]
    expect((await runAlmanac(stranger, site.place.environment)).stderr).toContain(
      'There is no user nobody@example.com: create one with "almanac user create nobody@example.com".',
    )
    const { email } = await site.user()
    const revoke = await runAlmanac(['ads', 'revoke', email, ...on], site.place.environment)
    expect(revoke.stderr).toContain('has no grant')
  })
})
