import type { Locator, Page } from 'playwright-core'
import type { WireBody } from './http.ts'
import type { WireUser } from './wire-user.ts'

/** The calendar of the console as a person meets it. */
export class ShownCalendar {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** What is drawn for an event in a grid or the agenda. */
  event(name: string | RegExp): Locator {
    return this.page.locator('.cal-view').getByRole('button', { name })
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name })
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.locator('.toasts').getByText(text).first().waitFor()
  }

  async undo(): Promise<void> {
    await this.page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().click()
    await this.says('Change undone')
  }

  press(name: string, within: Locator | Page = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: true }).click()
  }
}

/** Adds an event over the wire and gives it. */
export async function given(user: WireUser, body: object, calendarId = 'primary') {
  const path = `/calendars/${encodeURIComponent(calendarId)}/events`
  const reply = await user.post(path, body)
  if (reply.status !== 200) throw new Error(`no event: ${reply.status} ${reply.text}`)
  return reply.json as WireBody & { id: string }
}

/** What the server says of the events in a month, by their titles. */
export async function titlesIn(user: WireUser, month: string): Promise<readonly string[]> {
  const { json } = await user.get(
    `/calendars/primary/events?singleEvents=true&orderBy=startTime&timeMin=${month}-01T00:00:00Z&timeMax=${month}-28T00:00:00Z`,
  )
  return (json.items ?? []).map(({ summary }) => summary ?? '')
}

export const at = (dateTime: string, minutes = 60) => {
  const start = Temporal.PlainDateTime.from(dateTime)
  return {
    start: { dateTime: start.toString(), timeZone: 'UTC' },
    end: { dateTime: start.add({ minutes }).toString(), timeZone: 'UTC' },
  }
}
