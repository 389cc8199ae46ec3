import { Page } from '../ui/index.ts'

export function Area() {
  return (
    <Page title="Search ads">
      <p>Conversions and reports of your advertisers are here.</p>
    </Page>
  )
}
