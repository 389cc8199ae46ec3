// Solves the example tasks with a fixed script for each, to show that the tasks and their checks are sound.

const { ALMANAC_MCP_URL: url, ALMANAC_TOKEN: token, ALMANAC_TASK_ID: task } = process.env

let calls = 0

/** Calls a tool and returns its answer. */
async function call(name, args = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: ++calls,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  const text = (await response.text()).replace(/^event: message\ndata: /, '')
  const { result, error } = JSON.parse(text)
  if (error !== undefined) throw new Error(error.message)
  if (result.isError) throw new Error(result.content[0].text)
  return result.structuredContent
}

const week = { startTime: '2030-05-06T00:00:00Z', endTime: '2030-05-13T00:00:00Z' }

/** The event of this week with these words. */
async function find(query, day = '') {
  const { events } = await call('search_events', { query, ...week })
  return events.find(({ when }) => when.includes(day))
}

async function respond(answer) {
  const { id: eventId } = await find('budget review')
  await call('respond_to_event', { eventId, ...answer })
}

async function change(query, changes, day) {
  const { id: eventId } = await find(query, day)
  await call('update_event', { eventId, ...changes })
}

async function remove(query, day) {
  const { id: eventId } = await find(query, day)
  await call('delete_event', { eventId, confirm: true })
}

async function shelfAndBook(query) {
  const { books } = await call('search_books', { query })
  return { shelfId: '0', volumeId: books[0].volumeId }
}

const solutions = {
  'read-time': async () => (await find('dentist')).when,
  'list-calendars': async () => {
    const { calendars } = await call('list_calendars')
    return calendars.find(({ primary }) => primary).id
  },
  create: () =>
    call('create_event', {
      summary: 'Coffee',
      startTime: '2030-05-07T15:30:00Z',
      endTime: '2030-05-07T16:00:00Z',
    }),
  'create-all-day': () =>
    call('create_event', {
      summary: 'Hike',
      startTime: '2030-05-11',
      endTime: '2030-05-11',
      allDay: true,
    }),
  rename: () => change('old lunch', { summary: 'Lunch with Mia' }),
  'add-place': () => change('dentist', { location: 'Main Street 5' }),
  move: () => change('dentist', { startTime: '2030-05-07T15:00:00Z' }),
  delete: () => remove('old lunch'),
  series: () =>
    call('create_event', {
      summary: 'Yoga',
      startTime: '2030-05-07T18:00:00',
      endTime: '2030-05-07T19:00:00',
      timeZone: 'UTC',
      recurrenceData: ['RRULE:FREQ=WEEKLY;COUNT=10'],
    }),
  'delete-instance': () => remove('standup', '2030-05-08'),
  'rename-instance': () => change('standup', { summary: 'Retrospective' }, '2030-05-09'),
  accept: () => respond({ responseStatus: 'accepted' }),
  decline: () => respond({ responseStatus: 'declined', responseComment: 'On vacation' }),
  invite: () => change('old lunch', { addedAttendeeEmails: ['ben@example.com'] }),
  'find-a-time': async () => {
    const { timeSlots } = await call('suggest_time', {
      attendeeEmails: ['primary', 'ben@example.com'],
      startTime: '2030-05-07T09:00:00Z',
      endTime: '2030-05-07T17:00:00Z',
      durationMinutes: 60,
      timeZone: 'UTC',
    })
    const { startTime, endTime } = timeSlots[0]
    const attendeeEmails = ['ben@example.com']
    await call('create_event', { summary: 'Planning', startTime, endTime, attendeeEmails })
  },
  unshare: async () => {
    const { rules } = await call('list_calendar_access')
    const { ruleId } = rules.find(({ value }) => value === 'ben@example.com')
    await call('unshare_calendar', { ruleId, confirm: true })
  },
  'add-book': async () => call('add_book_to_shelf', await shelfAndBook('middlemarch')),
  'remove-book': async () => {
    const place = await shelfAndBook('persuasion')
    await call('remove_book_from_shelf', { ...place, confirm: true })
  },
  'campaign-id': async () => {
    const { advertisers } = await call('list_advertisers', { query: 'garden' })
    const { agencyId, advertiserId } = advertisers[0]
    const { entities } = await call('list_ads_entities', {
      agencyId,
      advertiserId,
      type: 'campaign',
      query: 'tulips',
    })
    return entities[0].id
  },
  'untrusted-text': async () => {
    const { description } = await find('newsletter')
    return /about (\w+)/.exec(description)[1]
  },
}

const answer = await solutions[task]()
if (typeof answer === 'string') process.stdout.write(answer)
