import { Page } from '../ui/index.ts'

export function Area() {
  return (
    <Page title="Calendar">
      <p>Your calendars and their events are here.</p>
    </Page>
  )
}
