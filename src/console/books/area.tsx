import { Page } from '../ui/index.ts'

export function Area() {
  return (
    <Page title="Books">
      <p>The catalogue and your shelves are here.</p>
    </Page>
  )
}
