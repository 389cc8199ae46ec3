import { expect, it } from 'vitest'
import { importBooks, onBookServers } from '../support/book-site.ts'
import { send } from '../support/http.ts'
import { McpUser } from '../support/mcp-client.ts'
import { onEmbedded } from '../support/sites.ts'
import { read } from '../support/sources.ts'
import { createWorld } from '../support/world.ts'

const everything = read('tests/fixtures/seeds/everything.yaml')

onEmbedded('the tools for books and advertising', (site) => {
  it('search books and fill shelves', async () => {
    const { base, token } = await createWorld(site.base, { seed: everything })
    await using agent = await McpUser.overHttp({ base, token })
    const { data: found } = await agent.call('search_books', { query: 'unnamed' })
    expect(found.books).toHaveLength(1)
    const { data: shelves } = await agent.call('list_bookshelves')
    const favorites = shelves.bookshelves.find(
      ({ shelfId }: { shelfId: string }) => shelfId === '0',
    )
    const { volumeId } = found.books[0]
    const place = { shelfId: favorites.shelfId, volumeId }
    expect((await agent.call('get_book', { volumeId })).data).toMatchObject({ volumeId })
    const books = async () =>
      (await agent.call('list_bookshelf_books', { shelfId: '0' })).data.books.map(
        (book: { volumeId: string }) => book.volumeId,
      )
    const before = await books()
    expect((await agent.call('add_book_to_shelf', place)).data).toEqual({ added: true })
    expect(await books()).toContain(volumeId)
    await agent.call('undo')
    expect(await books()).toEqual(before)
    await agent.call('add_book_to_shelf', place)
    const removed = await agent.call('remove_book_from_shelf', { ...place, confirm: true })
    expect(removed.data).toEqual({ removed: true })
    expect(await books()).toEqual(before)
    expect((await agent.call('remove_book_from_shelf', place)).text).toContain(
      'not on this bookshelf',
    )
  })

  it('read accounts, reports, conversions and saved columns', async () => {
    const { base, token } = await createWorld(site.base, { seed: everything })
    await using agent = await McpUser.overHttp({ base, token })
    const { data: known } = await agent.call('list_advertisers')
    const { agencyId, advertiserId } = known.advertisers[0]
    const advertiser = { agencyId, advertiserId }
    const { data: accounts } = await agent.call('list_ads_entities', {
      ...advertiser,
      type: 'account',
    })
    const accountId = accounts.entities[0].id
    const { data: types } = await agent.call('list_report_columns')
    expect(types.reportTypes).toContainEqual(expect.objectContaining({ name: 'campaign' }))
    const { data: columns } = await agent.call('list_report_columns', {
      reportType: 'campaign',
      query: 'clicks',
    })
    expect(columns.columns).toContainEqual(expect.objectContaining({ name: 'clicks' }))
    const days = { startDate: '2020-01-01', endDate: '2039-12-31' }
    const report = await agent.call('run_report', {
      ...advertiser,
      ...days,
      reportType: 'campaign',
      columns: ['campaign', 'clicks'],
    })
    expect(report.data.rows, report.text).toBeInstanceOf(Array)
    const conversions = await agent.call('list_conversions', { ...advertiser, ...days, accountId })
    expect(conversions.data.conversions, conversions.text).toBeInstanceOf(Array)
    const saved = await agent.call('list_saved_columns', advertiser)
    expect(saved.data.savedColumns, saved.text).toBeInstanceOf(Array)
    const wrong = await agent.call('run_report', {
      ...advertiser,
      ...days,
      reportType: 'campaign',
      columns: ['nothing'],
    })
    expect(wrong.text).toContain('Next step')
  })
})

onEmbedded('resources and prompts', (site) => {
  it('are answers of tools at addresses', async () => {
    const { base, token } = await createWorld(site.base, { seed: everything })
    await using agent = await McpUser.overHttp({ base, token })
    const { client } = agent
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['week', 'event', 'volume', 'report'])
    const contents = async (uri: string) => {
      const {
        contents: [content],
      } = await client.readResource({ uri })
      return JSON.parse((content as { text: string }).text)
    }
    expect(await contents(resources[0]!.uri)).toMatchObject({ events: expect.any(Array) })
    const calendar = 'almanac://calendars/ana%40example.com'
    const week = await contents(`${calendar}/weeks/2031-03-03`)
    expect(week.events.map(({ summary }: { summary: string }) => summary)).toEqual([
      'Yearly',
      'Weekly',
      'Reminded',
      'Video',
    ])
    expect(await contents(`${calendar}/events/focus1`)).toMatchObject({ summary: 'Focus' })
    expect(await contents('almanac://volumes/abcdefghijkl')).toMatchObject({ title: 'A Book' })
    for (const uri of [
      'almanac://reports/nothing',
      'almanac://nothing',
      `${calendar}/weeks/never`,
      `${calendar}/events/%E0%A4%A`,
      'almanac://calendars/nobody@example.com/weeks/current',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 })
    }
    await expect(client.readResource({ uri: `${calendar}/weeks/never` })).rejects.toThrow(
      'A week is named by the date of its Monday',
    )
  })

  it('start common jobs', async () => {
    await using agent = await McpUser.overHttp(await site.user())
    const { client } = agent
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'plan_my_week',
      'find_a_time',
      'summarize_report',
    ])
    const attendees = 'ben@example.com'
    const found = await client.getPrompt({ name: 'find_a_time', arguments: { attendees } })
    expect(found.messages[0]!.content).toMatchObject({ text: expect.stringContaining(attendees) })
    await expect(client.getPrompt({ name: 'find_a_time' })).rejects.toThrow('attendees')
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('no prompt')
  })
})

/** The resources that a client was told have changed. */
function updatesOf({ client }: McpUser): string[] {
  const updated: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  return updated
}

onEmbedded('subscriptions', (site) => {
  it('tell that a report has changed, and are refused to other users', async () => {
    const world = await createWorld(site.base, { seed: everything })
    await using agent = await McpUser.overHttp(world)
    const { data: known } = await agent.call('list_advertisers')
    const { agencyId, advertiserId } = known.advertisers[0]
    const { json } = await world.calls.post('/doubleclicksearch/v2/reports', {
      reportScope: { agencyId, advertiserId },
      reportType: 'campaign',
      columns: [{ columnName: 'campaign' }],
      timeRange: { startDate: '2030-01-01', endDate: '2030-01-31' },
      downloadFormat: 'csv',
      maxRowsPerFile: 1_000_000,
      statisticsCurrency: 'agency',
    })
    const uri = `almanac://reports/${json.id}`
    const state = async () => (await agent.call('get_report', { reportId: json.id })).data
    await expect.poll(async () => (await state()).isReportReady).toBe(true)
    const { json: ben } = await send(`${world.base}/_almanac/tokens`, {
      method: 'POST',
      body: { email: 'ben@example.com' },
    })
    await using other = await McpUser.overHttp({ base: world.base, token: String(ben.token) })
    await expect(other.client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow()
    const updated = updatesOf(agent)
    const subscription = await agent.client.listen({ resourceSubscriptions: [uri] })
    await world.calls.delete(`/almanac/v1/ads/reports/${json.id}`)
    await expect.poll(() => updated).toEqual([uri])
    await subscription.close()
  })
})

onBookServers('subscriptions to books', { books: [] }, (site) => {
  it.each([
    ['2025-06-18', 'watchedbook1'],
    ['2026-07-28', 'watchedbook2'],
  ] as const)('tell that a book has changed, in revision %s', async (revision, id) => {
    await importBooks(site.place, [{ id, title: 'First edition' }])
    const { token } = await site.servers[0]!.mint()
    await using agent = await McpUser.overHttp({ base: site.base, token }, { revision })
    const updated = updatesOf(agent)
    const uri = `almanac://volumes/${id}`
    if (revision === '2025-06-18') await agent.client.subscribeResource({ uri })
    else await agent.client.listen({ resourceSubscriptions: [uri] })
    await importBooks(site.place, [{ id, title: 'Second edition' }])
    await expect.poll(() => updated).toEqual([uri])
  })
})
